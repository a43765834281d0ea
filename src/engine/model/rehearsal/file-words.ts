// The sentences of the skill of files, in both languages.
import type { Language } from "../../events.ts";

const english = {
  writeThought: (path: string) => `I have what is to be saved, so I write it to ${path}.`,
  appendThought: (path: string) => `I read ${path} first, so that nothing in it is lost.`,
  readThought: (path: string) => `I read ${path} to see what it really holds.`,
  checkThought: (path: string) => `I read ${path} back to compare it with what it should hold.`,
  listThought: "I ask which files there are.",
  deleteThought: (path: string) => `I delete ${path}, as asked.`,
  writeToDo: (path: string) => `save anything in ${path}`,
  textToDo: "write the text that is to be saved from these results",
  textExpected: "the whole text, and nothing else",
  saveToDo: (path: string) => `save it in ${path}`,
  readToDo: (path: string) => `read ${path}`,
  listToDo: "list the files",
  deleteToDo: (path: string) => `delete ${path}`,
  nothingToSave: (path: string) => `I saved nothing in ${path}: there is no result to save.`,
  neverSaved: (path: string) => `Nothing was saved in ${path}, so there is nothing to read back.`,
  wrote: (text: string, path: string) => `I saved “${text}” in ${path}.`,
  choseName: (path: string) => `(No file name was given, so I chose ${path}.)`,
  appended: (text: string, path: string) => `I added “${text}” at the end of ${path}.`,
  copied: (from: string, to: string) => `I copied ${from} to ${to}.`,
  deleted: (path: string) => `I deleted ${path}.`,
  holds: (path: string, text: string) => (text === "" ? `${path} is empty.` : `I read ${path}: it holds “${text}”.`),
  matches: (path: string, text: string) =>
    `I read ${path} back: it holds “${text}”, just what it should hold. They match.`,
  matchesToo: (path: string) => `That is what ${path} should hold: they match.`,
  differs: (path: string, wanted: string, found: string) =>
    `Attention: ${path} should hold “${wanted}”, but what I read is “${found}”. They do not match.`,
  nothingToCompare: (path: string, found: string) =>
    `${path} holds “${found}”, but nothing tells me what it should hold, so I could not check it.`,
  nothingToCheck: "I could not check anything: nothing was calculated or saved before.",
  nothingWritten: (value: string) =>
    `The result is ${value}; it was saved in no file, so there is nothing to read back and compare.`,
  checkedByRule: (label: string, value: string) =>
    `I checked that by my own exact rule: ${label} = ${value} as well. They match.`,
  wrongByRule: (label: string, value: string, own: string) =>
    `Attention: by my own exact rule ${label} = ${own}, not ${value}. They do not match.`,
  gone: (path: string) => `Checked: ${path} is no longer among the files.`,
  stillThere: (path: string) => `Attention: ${path} is still among the files.`,
  noFiles: "There are no files.",
  filesAre: (names: readonly string[]) => `The files are: ${names.join(", ")}.`,
  whichFile: "I do not know which file is meant: no name was given.",
};

/** What the skill of files says. */
export type FileSentences = typeof english;

const chinese: FileSentences = {
  writeThought: (path) => `要保存的内容已经有了，把它写入 ${path}。`,
  appendThought: (path) => `先读出 ${path} 原来的内容，以免丢失。`,
  readThought: (path) => `读出 ${path}，看看里面实际是什么。`,
  checkThought: (path) => `把 ${path} 读出来，和应有的内容核对。`,
  listThought: "看看有哪些文件。",
  deleteThought: (path) => `按要求删除 ${path}。`,
  writeToDo: (path) => `把内容保存到 ${path}`,
  textToDo: "根据这些结果写出要保存的文本",
  textExpected: "完整的文本，不含其他内容",
  saveToDo: (path) => `保存到 ${path}`,
  readToDo: (path) => `读取 ${path}`,
  listToDo: "列出文件",
  deleteToDo: (path) => `删除 ${path}`,
  nothingToSave: (path) => `没有向 ${path} 保存任何内容：没有可以保存的结果。`,
  neverSaved: (path) => `没有内容保存到 ${path}，所以没有可以读出来的内容。`,
  wrote: (text, path) => `已把“${text}”保存到 ${path}。`,
  choseName: (path) => `（任务没有给出文件名，我用了 ${path}。）`,
  appended: (text, path) => `已把“${text}”追加到 ${path} 末尾。`,
  copied: (from, to) => `已把 ${from} 复制到 ${to}。`,
  deleted: (path) => `已删除 ${path}。`,
  holds: (path, text) => (text === "" ? `${path} 是空的。` : `读出 ${path}，内容是“${text}”。`),
  matches: (path, text) => `读出 ${path} 核对：内容是“${text}”，与应有的内容一致。`,
  matchesToo: (path) => `这与 ${path} 应有的内容一致。`,
  differs: (path, wanted, found) => `注意：${path} 的内容应为“${wanted}”，但读到的是“${found}”，两者不一致。`,
  nothingToCompare: (path, found) => `${path} 的内容是“${found}”，但不知道应该是什么，所以无法核对。`,
  nothingToCheck: "没有可以核对的东西：前面既没有计算，也没有保存。",
  nothingWritten: (value) => `结果是 ${value}；它没有保存到任何文件，所以没有可以读出来核对的内容。`,
  checkedByRule: (label, value) => `我用自己的精确规则验算：${label} = ${value}，两者一致。`,
  wrongByRule: (label, value, own) => `注意：按我自己的精确规则，${label} = ${own}，而不是 ${value}，两者不一致。`,
  gone: (path) => `核对完毕：${path} 已不在文件列表中。`,
  stillThere: (path) => `注意：${path} 仍在文件列表中。`,
  noFiles: "现在没有任何文件。",
  filesAre: (names) => `现有文件：${names.join("、")}。`,
  whichFile: "不知道指的是哪个文件：任务没有给出文件名。",
};

export const fileWords: Record<Language, FileSentences> = { en: english, zh: chinese };
