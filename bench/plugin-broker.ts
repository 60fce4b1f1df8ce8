import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlugins } from '@mqdeck/extensions'
import { silentLog } from '@mqdeck/kit'
import { startEmbedded } from '@mqdeck/testkit'

// Set by plugins.ts: code that the plugin runs when it starts; empty for no plugin.
const code = process.env.PLUGIN ?? ''
const { broker, endpoint } = await startEmbedded()
if (code !== '') await startPlugin()
console.log(JSON.stringify({ mqtt: endpoint().port }))

async function startPlugin(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mqdeck-bench-'))
  const name = 'bench-1.0.0'
  const files = {
    'release.json': JSON.stringify({ name: 'bench', rel_vsn: '1.0.0', rel_apps: [], description: '', mqdeck_api: 1 }),
    [`${name}/package.json`]: '{"type":"module"}',
    [`${name}/index.js`]: `export default { start({ hook, on, subscribe }) { ${code} } }`,
  }
  mkdirSync(join(folder, name, name), { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, name, path), text)
  const plugins = createPlugins({
    folder,
    stored: [{ name, enabled: false, md5: '' }],
    save: async () => {},
    broker,
    node: 'mqdeck@127.0.0.1',
    log: silentLog,
  })
  await plugins.start(name)
  // The thread has loaded its module.
  rmSync(folder, { recursive: true })
}
