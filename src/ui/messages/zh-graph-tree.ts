// The graph as a tidy tree, in Chinese.
import type { graphTreeTexts } from "./en-graph-tree.ts";
import type { Translated } from "./text.ts";

export const zhGraphTree: Translated<typeof graphTreeTexts> = {
  "graph.arrange.tree": "树形布局",
  "graph.arrange.tree.hint": "以整齐的树形显示运行过程（T）。运行期间，卡片会为新节点让位。",
  "graph.arrange.time.hint": "回到按时间排列的布局（T）。",
  "graph.arrange.failed": "无法加载树形布局：{why}请检查网络连接后再按一次。",
};
