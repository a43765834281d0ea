// Texts about a model that runs in this page, in Chinese.
import type { modelsTexts } from "./en-models.ts";
import type { Translated } from "./text.ts";

export const zhModels: Translated<typeof modelsTexts> = {
  "model-file.not-gguf": "这不是 GGUF 文件：文件头不符。请选择扩展名为 .gguf 的文件。",
  "model-file.too-large": "此处的文件最大为 2 GB。请选择更小的模型，或量化位数更低的版本。",
  "model-file.part": "这是分片模型中的一个文件，目前无法打开。请选择单文件的模型。",
  "model-file.unreadable": "无法读取该文件，它可能已被移动或修改。请重新选择。",
  "model-file.browser": "此浏览器无法运行模型。请用新版 Chrome 或 Edge 打开本页面。",
  "model-file.load": "无法加载该文件：{why}。文件可能不完整或已损坏；请重新获取，或选择其他文件。",
  "model-file.time": "加载超过三分钟，已终止。请选择更小的模型，或关闭其他标签页。",
  "in-page.title": "页内模型",
  "in-page.open": "打开 .gguf 文件…",
  "in-page.other": "打开其他文件…",
  "in-page.hint":
    "语言模型直接在你的机器上运行：无需密钥，无需账号，没有费用，数据不离开本页面。推荐 0.1 到 2 GB 的小模型。",
  "in-page.file": "模型文件",
  "in-page.loading": "正在加载 {name}…",
  "in-page.cancel": "取消",
  "in-page.ready": "{size} · 上下文 {tokens} 个 Token",
  "in-page.threads": { other: "使用 {count} 个线程运行" },
  "in-page.speed": "上次回复：每秒读取 {reading} 个、生成 {writing} 个 Token",
  "in-page.reading": "正在读取提示词：{part}",
  "in-page.no-tools": "模型的模板不支持工具：改用回复必须遵守的 JSON 模式来调用工具。",
  "in-page.close": "关闭并释放内存",
};
