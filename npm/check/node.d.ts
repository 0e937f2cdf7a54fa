/** What the package takes of Node. */
declare module "node:fs/promises" {
  export function readFile(path: URL): Promise<BufferSource>;
}
