import { readFileSync } from 'node:fs'
import { messageOf } from '@mqdeck/contract'
import { planMigration } from '../migrate/plan.ts'
import { hasFailed, type MigrationReport, toText } from '../migrate/report.ts'
import { type RunProgress, runMigration } from '../migrate/run.ts'
import { openStoredSource } from '../migrate/stored-source.ts'
import { openTarget, readTargetUrl, type TargetOptions } from '../migrate/target.ts'
import { TargetError } from '../migrate/target-error.ts'
import type { Loaded } from '../start-options/load.ts'
import { hasData } from '../store/damage.ts'
import type { Command } from './arguments.ts'
import { CommandError } from './command-error.ts'

type Options = Extract<Command, { name: 'migrate' }>

export interface MigrateTools {
  /** Asks for the password of the target's user, or the secret of its API key. */
  askSecret(question: string): Promise<string>
  print(text: string): void
  /** Reports progress. Not called with `--json`. */
  progress(text: string): void
  /** Stops after the current item. */
  readonly signal: AbortSignal
}

/**
 * Migrates the data folder to another cluster, or shows what would be migrated. Only reads the data folder, so that a
 * server can keep running on it. Later changes may not be included.
 * @returns the exit code: 1 if an item failed that could have been migrated, 130 if it was cancelled
 * @throws {CommandError} if there is no data or the target is not usable; nothing was changed then
 */
export async function migrate(loaded: Loaded, options: Options, tools: MigrateTools): Promise<number> {
  const { data_dir: folder } = loaded.settings
  if (!hasData(folder))
    throw new CommandError(
      `There is no data in ${folder}. Choose the folder with MQDECK_DATA_DIR, data_dir or --config.`,
    )
  const stored = openStoredSource(loaded)
  const progress = createProgress(options.json ? () => {} : tools.progress)
  try {
    const target = await openTarget(await toTargetOptions(options, tools))
    try {
      const choice = { only: options.only, skip: options.skip, overwrite: options.overwrite }
      const plan = await planMigration(stored.source, target, choice, tools.signal)
      const items = options.apply
        ? await runMigration(plan, target, {
            overwrite: options.overwrite,
            signal: tools.signal,
            onProgress: ({ item, ...rest }) => {
              if (!item) progress(rest)
            },
          })
        : plan.tasks.map(({ item }) => item)
      const report: MigrationReport = { target: target.info, applied: options.apply, items }
      tools.print(options.json ? JSON.stringify(report, undefined, 2) : toText(report))
      if (tools.signal.aborted) return 130
      return hasFailed(items) ? 1 : 0
    } finally {
      target.close()
    }
  } catch (error) {
    throw error instanceof TargetError ? new CommandError(error.message, tools.signal.aborted ? 130 : 1) : error
  } finally {
    await stored.close()
  }
}

/** Reports each item once, and the progress of its objects once a second. */
function createProgress(tell: (text: string) => void) {
  let last = { id: '', at: 0 }
  return ({ id, done, total }: Pick<RunProgress, 'id' | 'done' | 'total'>) => {
    const now = performance.now()
    if (id === last.id && now - last.at < 1000) return
    last = { id, at: now }
    tell(total > 1 ? `${id} ${done}/${total}` : id)
  }
}

async function toTargetOptions(options: Options, { askSecret }: MigrateTools): Promise<TargetOptions> {
  const url = readTargetUrl(options.to)
  const ca = options.caFile === undefined ? undefined : readCa(options.caFile)
  if (options.apiKey !== undefined)
    return {
      url,
      ca,
      login: { apiKey: options.apiKey, apiSecret: await askSecret(`Secret of the API key ${options.apiKey}: `) },
    }
  const { username } = options
  return { url, ca, login: { username, password: await askSecret(`Password of ${username} at ${url.host}: `) } }
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError(`--ca-file cannot be read: ${messageOf(error)}`)
  }
}
