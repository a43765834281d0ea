// A file as text, as Vite brings it.
declare module "*?raw" {
  const text: string;
  export default text;
}
