// What is compared with: the same nodes and lines in the same places, all of them in one SVG, as d3's data join draws them.
import { select } from "d3";
import type { GraphView } from "../../../src/engine/index.ts";
import { createLayout } from "../../../src/ui/graph/layout.ts";
import { pathOf } from "../../../src/ui/graph/routes.ts";
import { titleOf } from "../../../src/ui/graph/words.ts";

export function plainSvg(stage: HTMLElement) {
  const svg = select(stage).append("svg").attr("width", "100%").attr("height", "100%");
  const world = svg.append("g");
  const lines = world.append("g").attr("fill", "none").attr("stroke", "#99a");
  const cards = world.append("g");
  const layout = createLayout();
  return {
    layout,
    draw(graph: GraphView): void {
      layout.advance(graph);
      lines.selectAll("path").data(layout.routes).join("path").attr("d", pathOf);
      cards
        .selectAll("g")
        .data([...layout.places.values()])
        .join((enter) => {
          const card = enter.append("g").attr("transform", ({ face }) => `translate(${face.x},${face.y})`);
          card.append("rect").attr("rx", 6).attr("fill", "#eef").attr("stroke", "#668");
          card
            .append("text")
            .attr("x", 8)
            .attr("y", 18)
            .text(({ node }) => titleOf(graph.nodes.get(node) as never));
          card
            .append("text")
            .attr("x", 8)
            .attr("y", 34)
            .text(({ node }) => graph.nodes.get(node)?.detail ?? "");
          card
            .select("rect")
            .attr("width", ({ face }) => face.width)
            .attr("height", ({ face }) => face.height);
          return card;
        });
    },
    look: (x: number, y: number, k: number) => world.attr("transform", `translate(${x},${y}) scale(${k})`),
  };
}
