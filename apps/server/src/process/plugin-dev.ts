import { createReadStream, existsSync, watch } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, sep } from 'node:path'
import { AppError, messageOf } from '@mqdeck/contract'
import { parseNameVersion } from '@mqdeck/extensions'
import { inOrder } from '@mqdeck/kit'
import { hashOf, installPackage } from '../backends/embedded/plugins/install.ts'
import type { RunningServer } from '../server.ts'
import type { Loaded } from '../start-options/load.ts'
import { CommandError } from './command-error.ts'
import { packPlugin } from './plugin-project.ts'
import { print, start } from './start.ts'

/** Milliseconds without a change before the plugin is loaded again, because editors write a file in several steps. */
const quietTime = 100

/**
 * Starts the server with the plugin of a folder, and loads the plugin again whenever a file changes. Its configuration
 * and its place in the order are kept.
 * @throws {CommandError} (rejects) if the folder contains no plugin; the server is not started then
 */
export async function developPlugin(loaded: Loaded, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'release.json')))
    throw new CommandError(
      `${folder} is not the folder of a plugin: it contains no release.json. mqdeck plugin new NAME creates one.`,
    )
  if (loaded.settings.broker.length > 0)
    throw new CommandError('Plugins need the embedded broker. Remove MQDECK_BROKER (broker in the configuration file).')
  await start(loaded, async (server) => {
    const scratch = await mkdtemp(join(tmpdir(), 'mqdeck-plugin-'))
    const ordered = inOrder()
    const load = () =>
      ordered(async () => {
        try {
          print(`${await reload(server, folder, scratch)} is running`)
        } catch (error) {
          print(`Not loaded: ${messageOf(error)}`)
        }
      })
    let quiet: NodeJS.Timeout | undefined
    const watcher = watch(folder, { recursive: true }, (_event, path) => {
      if (path !== null && isIgnored(path)) return
      clearTimeout(quiet)
      quiet = setTimeout(() => void load(), quietTime)
    })
    await load()
    print(`Watching ${folder} for changes.`)
    return async () => {
      clearTimeout(quiet)
      watcher.close()
      await ordered(async () => {})
      await rm(scratch, { recursive: true, force: true })
    }
  })
}

const isIgnored = (path: string) =>
  path.split(sep).some((part) => part === 'node_modules' || part.startsWith('.')) || path.endsWith('.tar.gz')

/** Replaces the installed version. A package that is not usable leaves it running. */
async function reload({ plugins: { plugins, packages } }: RunningServer, source: string, scratch: string) {
  const { file, name } = await packPlugin(source, scratch)
  const installed = plugins.list().map((one) => one.name)
  const appOf = (one: string) => parseNameVersion(one)?.name
  const at = installed.findIndex((one) => appOf(one) === appOf(name))
  const old = installed[at]
  const next = at < 0 ? undefined : installed[at + 1]
  const config = old === undefined ? undefined : configOf(plugins, old)
  if (old !== undefined) await plugins.uninstall(old)
  await packages.allow(name, await hashOf('sha256', file))
  await installPackage(
    { filename: basename(file), length: undefined, content: createReadStream(file) },
    packages,
    plugins,
  )
  if (next !== undefined) await plugins.move(name, `before:${next}`)
  if (config !== undefined)
    await plugins.configure(name, config).catch((error: unknown) => {
      print(`The previous configuration does not fit, so ${name} has the default one: ${messageOf(error)}`)
    })
  await plugins.start(name)
  return name
}

/** Undefined if the plugin has no configuration. */
function configOf(plugins: RunningServer['plugins']['plugins'], name: string) {
  try {
    return plugins.config(name)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
