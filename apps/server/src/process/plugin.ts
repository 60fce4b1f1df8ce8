import { messageOf } from '@mqdeck/contract'
import { hashOf } from '../backends/embedded/plugins/install.ts'
import { openPluginFolder } from '../backends/embedded/plugins/plugin-folder.ts'
import { hasData } from '../store/damage.ts'
import type { PluginCommand, PluginProjectCommand } from './arguments.ts'
import { CommandError } from './command-error.ts'
import { newPlugin, packPlugin } from './plugin-project.ts'

/**
 * @returns the text for the terminal
 * @throws {CommandError} (rejects)
 */
export async function runPluginProject({ action, subject }: PluginProjectCommand): Promise<string> {
  if (action === 'new') {
    await newPlugin(subject)
    return `Created the folder ${subject}. Its package is made by: mqdeck plugin pack ${subject}`
  }
  const { file } = await packPlugin(subject, '.')
  return `Created ${file}. Before it can be installed, run: mqdeck plugin allow ${file}`
}

const sha256Of = (file: string): Promise<string> =>
  hashOf('sha256', file).catch((error: unknown) => {
    throw new CommandError(`The package ${file} cannot be read: ${messageOf(error)}`)
  })

/**
 * The server reads for each upload which packages may be installed, so it can be running.
 * @returns the text for the terminal
 * @throws {CommandError} (rejects)
 */
export async function runPluginCommand(
  dataFolder: string,
  { action, plugin, content }: PluginCommand,
): Promise<string> {
  if (!hasData(dataFolder))
    throw new CommandError(
      `There is no data in ${dataFolder}. Choose the folder with MQDECK_DATA_DIR, data_dir or --config.`,
    )
  const folder = openPluginFolder(dataFolder)
  if (content) {
    const sha256 = 'sha256' in content ? content.sha256 : await sha256Of(content.file)
    await folder.allow(plugin, sha256)
    return `${plugin} can be installed now: upload ${plugin}.tar.gz in the dashboard. SHA-256: ${sha256}`
  }
  if (action === 'disallow') {
    await folder.disallow(plugin)
    return `${plugin} cannot be installed any more. A plugin that is installed already remains installed.`
  }
  const installed = folder.read().map(({ name, enabled }) => `${name}${enabled ? '' : ' (stopped)'}`)
  return `Installed: ${installed.join(', ') || 'none'}\nAllowed to be installed: ${folder.allowed().join(', ') || 'none'}`
}
