import { existsSync, mkdtempSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isRecord, messageOf } from '@mqdeck/contract'
import { checkPackage, parseNameVersion } from '@mqdeck/extensions'
import { create } from 'tar'
import { CommandError } from './command-error.ts'

/**
 * Makes `NAME-VERSION.tar.gz` of the folder of a plugin, in EMQX's layout: `release.json` and `README.md` at the top,
 * everything else in the folder of the application. The package is checked as when it is installed.
 * @param target folder of the package
 * @throws {CommandError} (rejects)
 */
export async function packPlugin(
  folder: string,
  target: string,
): Promise<{ readonly file: string; readonly name: string }> {
  const id = await readId(folder)
  const name = `${id.name}-${id.version}`
  const draft = mkdtempSync(resolve(target, '.plugin-'))
  try {
    const top = join(draft, name)
    const application = join(top, name)
    await mkdir(application, { recursive: true })
    for (const entry of await readdir(folder)) {
      if (entry === 'node_modules' || entry.startsWith('.') || entry.endsWith('.tar.gz')) continue
      const isTop = entry === 'release.json' || entry === 'README.md'
      await cp(join(folder, entry), join(isTop ? top : application, entry), { recursive: true })
    }
    checkPackage(top, id)
    const draftFile = join(draft, 'package.tar.gz')
    await create({ gzip: true, portable: true, cwd: draft, file: draftFile }, [name])
    const file = join(target, `${name}.tar.gz`)
    await rename(draftFile, file)
    return { file, name }
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(messageOf(error))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function readId(folder: string) {
  const file = join(folder, 'release.json')
  if (!existsSync(file)) throw new CommandError(`${folder} is not the folder of a plugin: it contains no release.json.`)
  const info: unknown = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch((error: unknown) => {
      throw new CommandError(`${file} is not JSON: ${messageOf(error)}`)
    })
  const name = isRecord(info) ? `${info.name}-${info.rel_vsn}` : ''
  const id = parseNameVersion(name)
  if (!id)
    throw new CommandError(`${file} needs a "name" of letters, digits and underscores, and a "rel_vsn" such as 1.0.0.`)
  return id
}

/**
 * Creates the folder of a plugin that works.
 * @throws {CommandError} (rejects) if the folder exists
 */
export async function newPlugin(name: string, target = '.'): Promise<void> {
  const folder = join(target, name)
  if (existsSync(folder)) throw new CommandError(`${folder} exists already.`)
  await mkdir(join(folder, 'priv'), { recursive: true })
  const files: Readonly<Record<string, string>> = {
    'release.json': json({
      name,
      rel_vsn: '1.0.0',
      rel_apps: [`${name}-1.0.0`],
      description: 'Adds a field to JSON messages.',
      authors: [],
      mqdeck_api: 1,
    }),
    'README.md': readme(name),
    'index.js': code,
    'priv/config_schema.avsc': json({
      type: 'record',
      name: 'config',
      fields: [
        {
          name: 'topic',
          type: 'string',
          default: 'devices/#',
          $ui: { component: 'input', flex: 12, required: true, label: '$topic_label', description: '$topic_desc' },
        },
      ],
    }),
    'priv/config_i18n.json': json({
      $topic_label: { en: 'Topic filter', zh: '主题过滤器' },
      $topic_desc: { en: 'Messages that the plugin changes', zh: '插件更改的消息' },
    }),
  }
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
}

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`

const readme = (name: string) => `# ${name}

Adds \`received_at\` to JSON messages.

\`\`\`sh
mqdeck plugin pack ${name}
mqdeck plugin allow ${name}-1.0.0.tar.gz
\`\`\`

Then install ${name}-1.0.0.tar.gz on the page Plugins of the dashboard, and start it.
`

const code = `/** @type {import('@mqdeck/plugin').Plugin} */
export default {
  start(context) {
    const { hook, log, onConfig } = context
    let remove = () => {}
    const watch = ({ topic }) => {
      const next = hook('message.publish', addTime, { topics: [topic] })
      remove()
      remove = next
    }
    watch(context.config)
    onConfig(watch)
    log.info('started')
  },
}

function addTime(message) {
  let value
  try {
    value = message.json()
  } catch {
    return // not JSON: the message remains as it is
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  return { payload: JSON.stringify({ ...value, received_at: message.timestamp }) }
}
`
