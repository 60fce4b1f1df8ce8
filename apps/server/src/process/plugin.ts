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
  const { file, name } = await packPlugin(subject, '.')
  return `Created ${file}. Before it can be installed, run: mqdeck plugin allow ${name}`
}

/**
 * The server reads for each upload which packages may be installed, so it can be running.
 * @returns the text for the terminal
 * @throws {CommandError} (rejects)
 */
export async function runPluginCommand(dataFolder: string, { action, plugin }: PluginCommand): Promise<string> {
  if (!hasData(dataFolder))
    throw new CommandError(
      `There is no data in ${dataFolder}. Choose the folder with MQDECK_DATA_DIR, data_dir or --config.`,
    )
  const folder = openPluginFolder(dataFolder)
  if (action === 'allow') {
    await folder.allow(plugin)
    return `${plugin} can be installed now: upload ${plugin}.tar.gz in the dashboard.`
  }
  if (action === 'disallow') {
    await folder.disallow(plugin)
    return `${plugin} cannot be installed any more. A plugin that is installed already remains installed.`
  }
  const installed = folder.read().map(({ name, enabled }) => `${name}${enabled ? '' : ' (stopped)'}`)
  return `Installed: ${installed.join(', ') || 'none'}\nAllowed to be installed: ${folder.allowed().join(', ') || 'none'}`
}
