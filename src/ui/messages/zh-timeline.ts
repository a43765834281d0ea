// Texts of the timeline, in Chinese.
import type { timelineTexts } from "./en-timeline.ts";
import type { Translated } from "./text.ts";

export const zhTimeline: Translated<typeof timelineTexts> = {
  "timeline.label": "时间线",
  "timeline.bars": "运行中各 Span 的时间分布",
  "timeline.keys":
    "左右键在一行内移动，上下键在行间移动，Home 和 End 到第一个和最后一个，加号和减号缩放，0 显示全部。拖动上边缘可以回看。",
  "timeline.axis": "时间：拖动以回看",
  "timeline.zoom.in": "放大",
  "timeline.zoom.out": "缩小",
  "timeline.fit": "显示全部时间",
  "timeline.empty": "还没有开始。",
  "timeline.path": "关键路径",
  "timeline.path.hint": "决定运行总时长的一串 Span。缩短其他部分不会节省时间。",
  "timeline.path.later": "关键路径：运行结束后标出",
  "timeline.path.model": "思考占 {percent} %",
  "timeline.path.tool": "工具调用占 {percent} %",
  "timeline.path.other": "等待占 {percent} %",
  "timeline.wait.queue": "等待",
  "timeline.wait.hold": "暂停或提问",
  "timeline.wait.retry": "重试之前",
  "timeline.bar": "{what}，{status}，从 {from} 起，历时 {time}",
  "timeline.bar.critical": "{bar}，在关键路径上",
  "timeline.waited": "{why}，从 {from} 起，历时 {time}",
};
