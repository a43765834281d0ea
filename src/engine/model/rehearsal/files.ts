// The skill of files: write, add to, copy, read, check, list, delete; "it" and "the result" mean what the task did before.
import type { Language } from "../../events.ts";
import { fileMark, quoteMark, type Clause } from "./clauses.ts";
import { append, check, copy, list, read, remove, write, type Content } from "./file-scripts.ts";
import type { Intent, Skill } from "./skill.ts";

export const files: Skill = {
  name: "files",
  examples: {
    en: [
      "Calculate 10*5, save the result to result.txt, then read it back to verify.",
      "Write “hello” to hello.txt and list all files",
    ],
    zh: ["计算10*5，把结果保存到result.txt，再读出来核对", "把“你好”写入hello.txt，然后列出所有文件"],
  },
  read: (clause, language, found) =>
    rules[language](clause, found) ?? rules[language === "en" ? "zh" : "en"](clause, found) ?? [],
};

/** Says what a clause asks for, by the words of one language; null: nothing about files. */
const rules: Record<Language, (clause: Clause, found: boolean) => Intent[] | null> = {
  en: (clause, found) => intentsOf(clause, english, found),
  zh: (clause, found) => intentsOf(clause, chinese, found),
};

interface FileWords {
  list: RegExp;
  copy: RegExp;
  append: RegExp;
  write: RegExp;
  read: RegExp;
  verify: RegExp;
  remove: RegExp;
  /** means a file, or what was done before, without naming it */
  reference: RegExp;
  all: RegExp;
  /** the name of a file without an ending: group 1 */
  plainName: RegExp;
  /** what is to be written, where it stands without quotation marks: group 1 */
  content: RegExp[];
  expected: RegExp;
}

const F = `${fileMark}+`;
const Q = `${quoteMark}+`;

const english: FileWords = {
  list: /\b(?:list|show|display|which|what)\b.*\bfiles\b(?!\s+(?:named|called))/i,
  copy: new RegExp(`\\b(copy|move|rename)\\s+(?:the\\s+)?(?:file\\s+)?(?:${F}|it)\\s+(?:to|as|into)\\s+${F}`, "i"),
  append: new RegExp(
    `\\b(?:append|add)\\b.*\\b(?:to|in|into)\\b\\s+(?:the\\s+)?(?:end\\s+of\\s+)?(?:the\\s+)?(?:file\\s+)?(?:${F}|it|file)`,
    "i",
  ),
  write:
    /\b(?:save|saving|write|store|put|record|dump|export|(?:create|make)\s+(?:a|the|an)?\s*(?:new\s+)?(?:text\s+)?file|create)\b/i,
  read: /\b(?:read|re-read|reread|open|show|print|display|load|cat|view|look\s+at|look\s+into|what(?:'s|s|\s+is|\s+does)|contents?\s+of)\b/i,
  verify:
    /\b(?:verify|verifying|check|confirm|make\s+sure|compare|double-check|validate|verification|matches|correct)\b/i,
  remove: /\b(?:delete|remove|erase)\b/i,
  reference:
    /\b(?:it|that|this|them|back|the\s+(?:file|result|results|answer|value|values|contents?|output|date|time|sum|product|list)|results?|answers?)\b/i,
  all: /\b(?:all|both|every|results|answers|values)\b/i,
  plainName: /\b(?:file|document)\s+(?:called|named)\s+([\w-]+)/i,
  content: [
    new RegExp(
      `\\b(?:write|save|store|put|record|append|add)\\s+(?:the\\s+(?:text|word|words|line|sentence|string|following)\\s+)?(.+?)\\s+(?:in|into|to|as|at)\\s+(?:the\\s+end\\s+of\\s+)?(?:a\\s+|the\\s+)?(?:new\\s+)?(?:text\\s+)?(?:file\\s+)?(?:called\\s+|named\\s+)?${F}`,
      "i",
    ),
    new RegExp(
      `${F}\\s+(?:with|containing|that\\s+(?:says|contains|holds))\\s+(?:the\\s+)?(?:content|contents|text|words?|line)?\\s*:?\\s*(.+)$`,
      "i",
    ),
    new RegExp(`${F}\\s*:\\s*(.+)$`, "is"),
  ],
  expected: new RegExp(
    `\\b(?:contains?|holds?|says?|equals?|is|has)\\s+(?:the\\s+(?:text|value|number)\\s+)?(${Q}|-?\\d+(?:\\.\\d+)?)\\s*$`,
    "i",
  ),
};

const chinese: FileWords = {
  list: /(?:列出|有哪些|有什么|显示|查看|看看|列一下).{0,8}文件(?!内容)|文件(?:列表|清单|有哪些)/u,
  copy: new RegExp(
    `(复制|拷贝|重命名|改名|移动)\\s*(?:文件)?${F}\\s*(?:到|为|成|至)\\s*${F}|(?:把|将)\\s*${F}\\s*(复制|拷贝|重命名|改名|移动)(?:到|为|成|至)\\s*${F}`,
    "u",
  ),
  append: new RegExp(`(?:追加|添加|加)(?:到|进|至|在)?.*${F}|${F}\\s*(?:的?末尾|里|中)?\\s*(?:追加|添加)`, "u"),
  write:
    /保存|储存|存储|存到|存入|存为|存成|存进|写入|写到|写进|写成|写下|写|记录|记到|放到|放进|输出到|导出|(?:新建|创建|建立).*(?:文件|\uE001)/u,
  read: /读取|读出|读回|读一下|读|打开|显示|查看|看看|看一下|取出|的?内容(?:是|有)|里(?:面)?(?:有|是|写)/u,
  verify: /核对|核实|核查|检查|验证|确认|校验|比对|对比|是否(?:一致|正确|相同)/u,
  remove: /删除|删掉|移除|清除|删/u,
  reference: /它|其|结果|答案|该文件|这个文件|文件|出来|回来|内容|一下|值|时间|日期/u,
  all: /所有|全部|这些|都/u,
  plainName: /(?:叫做?|名为|名叫)\s*([\w-]+)/u,
  content: [
    new RegExp(
      `(?:把|将)\\s*(.+?)\\s*(?:保存|存储|储存|存|写|记录|记|放|追加|添加|加|输出|导出)(?:到|入|进|为|成|在|至)*\\s*(?:一个)?(?:名为|叫做?)?(?:文件)?\\s*${F}`,
      "u",
    ),
    new RegExp(`(?:写入|写|保存|追加|添加)\\s*(.+?)\\s*(?:到|进|至|入)\\s*(?:文件)?\\s*${F}`, "u"),
    new RegExp(
      `${F}\\s*(?:文件)?[,，]?\\s*(?:里|中)?\\s*(?:内容(?:为|是)|写(?:入|上|着)?|追加|添加)[:：]?\\s*(.+)$`,
      "u",
    ),
    new RegExp(`${F}\\s*[:：]\\s*(.+)$`, "su"),
  ],
  expected: new RegExp(`(?:包含|等于|是不是|是否为|是|有|为)\\s*(${Q}|-?\\d+(?:\\.\\d+)?)\\s*$`, "u"),
};

function intentsOf(clause: Clause, words: FileWords, found: boolean): Intent[] | null {
  const { bare, files: names } = clause;
  const [first, second] = names;
  const refers = words.reference.test(bare);
  const name = first ?? words.plainName.exec(bare)?.[1] ?? null;
  if (words.list.test(bare) && names.length === 0) return [list()];
  const copied = words.copy.exec(bare);
  if (copied) {
    const [from, to] = second === undefined ? [null, first ?? null] : [first ?? null, second];
    return to === null ? null : [copy(from, to, !/copy|复制|拷贝/i.test(copied[0]))];
  }
  const verifies = words.verify.test(bare);
  if (words.remove.test(bare) && (name !== null || refers))
    return [...(names.length > 1 ? names.map(remove) : [remove(name)]), ...(verifies ? [check(null, null)] : [])];
  const content = contentOf(clause, words, found);
  if (words.append.test(bare) && content !== "none") return [append(name, content)];
  const reads = words.read.test(bare) && (name !== null || refers);
  // "read it back and check what was written": "written" is no order to write.
  if (words.write.test(bare) && !(reads && first === undefined) && !(name === null && makesUp.test(bare))) {
    if (name === null && !refers && clause.quotes.length === 0) return null;
    return content === "none" ? null : [write(name, content), ...(verifies ? [check(null, null)] : [])];
  }
  if (verifies && !other.test(bare.replace(checkWords, ""))) return [check(name, expectedIn(clause, words))];
  // "Show the result" of what was calculated asks for no file.
  if (reads && (name !== null || /\b(?:back|file|contents?)\b|读|文件|内容/iu.test(bare)))
    return names.length > 1 ? names.map((each) => read(each)) : [read(name)];
  if (isShort(bare) && /\b(?:show|display|print|view)\b|显示|看看|看一下/iu.test(bare) && refers)
    return [read(null, true)];
  return null;
}

/** A clause of few words. */
const isShort = (bare: string) => (bare.match(/\p{Script=Han}|[A-Za-z]+/gu)?.length ?? 0) <= 6;

/** All that a clause may say that asks to compare a file with what was written: "check the file for typos" asks for more. */
const checkWords =
  /\b(?:please|then|also|and|now|again|finally|verify|verifying|verification|see|check|confirm|make|sure|compare|double|validate|it|that|this|its|the|a|file|files|results?|answers?|contents?|values?|text|numbers?|is|are|was|were|has|have|been|be|if|whether|correct|correctly|right|same|match|matches|identical|equals?|written|saved|stored|wrote|read|reading|open|show|back|what|you|i|to|with|against|original|as|expected|in|of|by|for|into|contains?|holds?|says?|properly|gone|deleted|removed|there|no|longer|exists?|still|both|everything|all|they|them|really|actually|indeed)\b|请|再|并|然后|最后|核对|核实|核查|检查|验证|确认|校验|比对|对比|读取|读出来?|读回来?|读一下|读|打开|查看|看看?|一下|一遍|一次|是否|是不是|正确|一致|无误|相同|相等|没错|对不对|和|与|跟|写入|写|保存|存|原来|之前|的|了|是|否|已|被|删除|删掉|不存在|存在|还|在|里面?|中|包含|等于|有|为|内容|结果|答案|文件|数值?|值|它们?|其|这个|该|来|出|回|用|以|进行|把|将|对/giu;
const other = /[\p{L}]/u;

/** What is to be written; "none": something that this skill cannot get, such as a poem. */
function contentOf(clause: Clause, words: FileWords, found: boolean): Content | "none" {
  const [quoted] = clause.quotes;
  if (quoted !== undefined) return { kind: "text", text: quoted };
  for (const pattern of words.content) {
    const match = pattern.exec(clause.bare);
    const part = match?.[1]?.trim();
    if (!match || !part) continue;
    const start = match.index + match[0].indexOf(part);
    const text = clause.text.slice(start, start + part.length);
    if (refersToResult(part)) return { kind: words.all.test(part) ? "all" : "result" };
    if (found) return { kind: "result" };
    if (describes.test(part)) return "none";
    return { kind: "text", text };
  }
  return { kind: words.all.test(clause.bare) ? "all" : "result" };
}

/** "Write a poem about it" asks for a new text, not for a file. */
const makesUp =
  /\b(?:write|create|make|draft|compose)\s+(?:me\s+|us\s+)?(?:an?|one|two|some|several)\s+(?!(?:new\s+)?(?:text\s+)?(?:file|copy|note)\b)\p{L}+|(?:写|作|编)[一几两]?[首篇封段]/iu;

const refersToResult = (part: string) =>
  /^(?:(?:the|its|this|that|these|those|all|both|every|final|down)\s+)*(?:it|them|this|that|these|those|all|both|results?|answers?|values?|outcomes?|numbers?|figures?|sum|total|product|average|date|time|weekday|days|output|findings|conversion|difference|report|table|list|(?:results?|answers?|value)\s+(?:of|from)\b.*|number\s+of\s+days)$/i.test(
    part,
  ) ||
  /^(?:.*的)?(?:计算)?(?:结果|答案|报告|它们?|值|时间|日期|天数|数字|总和|和|所有结果|全部结果|这些结果)(?:都)?$/u.test(
    part,
  ) ||
  /(?:结果|答案)都?$/u.test(part);

/** An order to make something up is no text to write: "a poem about …", "a report", "一首诗". */
const describes =
  /^(?:an?|some|the|me|your|my|one|two|three|several)\b|\b(?:about|summary|report|poem|story|essay|list\s+of)\b|一[首篇个份段]|关于|报告|总结|摘要|故事|诗/iu;

function expectedIn(clause: Clause, words: FileWords): string | null {
  const match = words.expected.exec(clause.bare)?.[1];
  if (match === undefined) return null;
  return match.startsWith(quoteMark) ? (clause.quotes.at(-1) ?? null) : match;
}
