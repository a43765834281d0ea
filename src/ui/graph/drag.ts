// Dragging a card with the mouse or a pen. A finger pans: on a phone there is nothing but cards.

export interface DragOptions {
  /** the node of an element that was pressed; null: it is none that can be moved */
  nodeOf: (element: Element) => string | null;
  /** It moves by so much on the screen; `goesOn`: in the same drag as the move before. */
  onmove: (node: string, x: number, y: number, goesOn: boolean) => void;
}

/** px that a pointer may tremble in a click. */
const slack = 4;

/** Whether a press belongs to a card rather than to the view. */
export const grabs = (event: Event): boolean =>
  event.type === "mousedown" && (event.target as Element).closest(".node") !== null;

/** Reads drags on the cards of a stage; ends with what is returned. */
export function readDrags(stage: HTMLElement, { nodeOf, onmove }: DragOptions): () => void {
  let held: { node: string; x: number; y: number; moves: boolean; pointer: number } | null = null;

  function down(event: PointerEvent): void {
    if (event.pointerType === "touch" || event.button !== 0 || event.ctrlKey || event.metaKey) return;
    const card = (event.target as Element).closest(".node");
    const node = card && nodeOf(card);
    if (node) held = { node, x: event.clientX, y: event.clientY, moves: false, pointer: event.pointerId };
  }
  function move(event: PointerEvent): void {
    if (!held || event.pointerId !== held.pointer) return;
    if (event.buttons === 0) return void (held = null);
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    const goesOn = held.moves;
    if (!goesOn && Math.hypot(x, y) <= slack) return;
    if (!goesOn) stage.setPointerCapture(held.pointer);
    held.moves = true;
    [held.x, held.y] = [event.clientX, event.clientY];
    onmove(held.node, x, y, goesOn);
  }
  function up(): void {
    if (held?.moves) {
      // The click that follows is no choice.
      const swallow = (event: Event) => event.stopPropagation();
      stage.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => stage.removeEventListener("click", swallow, { capture: true }));
    }
    held = null;
  }
  stage.addEventListener("pointerdown", down);
  stage.addEventListener("pointermove", move);
  stage.addEventListener("pointerup", up);
  stage.addEventListener("pointercancel", up);
  return () => {
    stage.removeEventListener("pointerdown", down);
    stage.removeEventListener("pointermove", move);
    stage.removeEventListener("pointerup", up);
    stage.removeEventListener("pointercancel", up);
  };
}
