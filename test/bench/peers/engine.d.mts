declare const adapters: unknown;
export default adapters;
