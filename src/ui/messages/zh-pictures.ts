// Texts of pictures of the graph, in Chinese: loaded with the menu that makes them.
import type { pictureTexts } from "./en-pictures.ts";
import type { Translated } from "./text.ts";

export const zhPictures: Translated<typeof pictureTexts> = {
  "pictures.open": "图片",
  "pictures.label": "把图存成图片",
  "pictures.svg": "SVG",
  "pictures.svg.hint": "任意大小都清晰，文字仍是文字",
  "pictures.png": "PNG",
  "pictures.png.hint": "{width} × {height} 像素",
  "pictures.png.large": "太大：{width} × {height}，请用 SVG",
  "pictures.mermaid": "Mermaid",
  "pictures.mermaid.hint": "用于文档的流程图，文本格式",
  "pictures.mermaid.hidden": "Mermaid 容纳不下更多：{count} 个节点已折叠到各自的分组中。",
  "pictures.print": "打印",
  "pictures.print.hint": "图、答案与合计打印到纸上",
  "pictures.rest": "…… 另有 {count} 个节点",
  "pictures.failed": "图片未能生成：{why} 请改用 SVG，或折叠不需要的部分。",
  "pictures.title": "运行“{task}”的图",
};
