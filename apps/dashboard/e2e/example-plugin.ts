import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { FileStage } from './use-stage.ts'

const example = fileURLToPath(new URL('../../../examples/plugin-rewrite/', import.meta.url))

/** Name and version of the example. */
export const examplePlugin = 'payload_rewrite-1.0.0'

/** The unpacked package of the example in a new folder, in EMQX's layout. */
async function layOut(folder: string): Promise<string> {
  const top = join(folder, examplePlugin)
  const application = join(top, examplePlugin)
  await mkdir(application, { recursive: true })
  for (const entry of ['release.json', 'README.md']) await cp(join(example, entry), join(top, entry))
  for (const entry of ['index.js', 'priv'])
    await cp(join(example, entry), join(application, entry), { recursive: true })
  return top
}

/** The package of the example, made by tar and not by this product. */
export async function packExample(folder: string): Promise<string> {
  await layOut(folder)
  const name = `${examplePlugin}.tar.gz`
  await promisify(execFile)('tar', ['-czf', name, examplePlugin], { cwd: folder })
  return join(folder, name)
}

/** Installs the example without its page. */
export async function installExample({ server }: FileStage): Promise<void> {
  const unpacked = await layOut(join(server.plugins.packages.path, 'made'))
  await server.plugins.plugins.install(unpacked, { name: 'payload_rewrite', version: '1.0.0' }, '')
}
