import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Broker } from '@mqdeck/broker'
import { AppError, messageOf } from '@mqdeck/contract'
import { inOrder, type Log } from '@mqdeck/kit'
import { checkPackage, type PluginPackage } from './check-package.ts'
import { ConfigError, type Json } from './config-schema.ts'
import { compareVersions, type NameVersion, nameVersionOf, parseNameVersion } from './name-version.ts'
import { createPluginHooks, type PluginHooks } from './plugin-hooks.ts'
import { readPublish } from './plugin-message.ts'
import { type PluginThread, startPluginThread, type ThreadLimits, threadLimits } from './plugin-thread.ts'
import type { MetricUpdate } from './thread-messages.ts'

/** The stored state of an installed plugin. */
export interface StoredPlugin {
  /** `my_plugin-1.0.0` */
  readonly name: string
  /** Whether it is started with the server. */
  readonly enabled: boolean
  /** Of the package, as hexadecimal text. */
  readonly md5: string
  /** In Avro's JSON encoding. Undefined until the operator changes it. */
  readonly config?: Json | undefined
}

/** `unloaded`: the files in the folder cannot be used. */
type PluginStatus = 'running' | 'stopped' | 'unloaded'

export interface PluginView {
  readonly name: string
  readonly md5: string
  readonly status: PluginStatus
  /** Why the plugin is not running although it was started. */
  readonly reason: string | undefined
  /** Undefined if the files cannot be used. */
  readonly package: PluginPackage | undefined
}

/** A counter or gauge of a plugin. */
export interface PluginMetric extends MetricUpdate {
  readonly plugin: string
}

/** The plugins of the broker. All methods with a name throw {@link AppError} NOT_FOUND if it is not installed. */
export interface Plugins {
  /** In the order in which their hooks are called. */
  list(): readonly PluginView[]
  get(name: string): PluginView
  /** @throws {AppError} ALREADY_INSTALLED if a version of this plugin is installed */
  checkFree(plugin: NameVersion): void
  /**
   * Takes over the folder of an unpacked package.
   * @throws {AppError} (rejects) BAD_PLUGIN_INFO if the package is not usable, ALREADY_INSTALLED
   */
  install(unpacked: string, plugin: NameVersion, md5: string): Promise<void>
  uninstall(name: string): Promise<void>
  /** @throws {AppError} (rejects) UNEXPECTED_ERROR with the reason; the plugin remains stopped then */
  start(name: string): Promise<void>
  stop(name: string): Promise<void>
  /**
   * @param position `front`, `rear`, `before:NAME-VERSION` or `after:NAME-VERSION`
   * @throws {AppError} (rejects) MOVE_FAILED
   */
  move(name: string, position: string): Promise<void>
  /**
   * In Avro's JSON encoding.
   * @throws {AppError} BAD_CONFIG if the plugin has none
   */
  config(name: string): Json
  /** @throws {AppError} (rejects) BAD_CONFIG if it violates the schema or the plugin rejects it; nothing is changed then */
  configure(name: string, config: Json): Promise<void>
  metrics(): readonly PluginMetric[]
  /** Starts the plugins that were running. If a plugin fails, it is stopped with its reason. */
  startEnabled(): Promise<void>
  /** Stops all plugins. They are started again with the server. */
  stopAll(): Promise<void>
}

export interface PluginsOptions {
  /** Each plugin has its own folder there. */
  readonly folder: string
  readonly stored: readonly StoredPlugin[]
  save(plugins: readonly StoredPlugin[]): Promise<void>
  readonly broker: Pick<Broker, 'hooks' | 'publish'>
  readonly node: string
  readonly log: Log
  readonly limits?: ThreadLimits
}

interface Plugin {
  stored: StoredPlugin
  readonly id: NameVersion
  readonly package: PluginPackage | undefined
  reason: string | undefined
  running: { readonly thread: PluginThread; readonly hooks: PluginHooks } | undefined
  /** Hooks of a plugin that has failed. They continue to deny. */
  guards: PluginHooks | undefined
  metrics: ReadonlyMap<string, MetricUpdate>
}

export function createPlugins({
  folder,
  stored,
  save,
  broker,
  node,
  log,
  limits = threadLimits,
}: PluginsOptions): Plugins {
  let plugins: readonly Plugin[] = stored.flatMap((one) => load(one))
  // One change at a time, so that none is lost.
  const ordered = inOrder()

  function load(one: StoredPlugin): readonly Plugin[] {
    const id = parseNameVersion(one.name)
    if (!id) return []
    const plugin = { stored: one, id, running: undefined, guards: undefined, metrics: new Map() }
    try {
      return [{ ...plugin, package: checkPackage(join(folder, one.name), id), reason: undefined }]
    } catch (error) {
      log.error({ plugin: one.name, reason: messageOf(error) }, 'plugin_not_usable')
      return [{ ...plugin, package: undefined, reason: messageOf(error) }]
    }
  }

  const find = (name: string): Plugin => {
    const plugin = plugins.find(({ stored }) => stored.name === name)
    if (!plugin) throw new AppError('NOT_FOUND', name)
    return plugin
  }
  const checkFree = (wanted: NameVersion) => {
    const installed = plugins.find(({ id }) => id.name === wanted.name)
    if (!installed) return
    const { name, version } = installed.id
    const order = compareVersions(version, wanted.version)
    const than = order === 0 ? '' : `, which is ${order > 0 ? 'newer' : 'older'} than ${nameVersionOf(wanted)}`
    throw new AppError('ALREADY_INSTALLED', `${name}-${version} is already installed${than}. Uninstall it first.`)
  }

  /** Applies a new list after it was saved. */
  const replace = async (next: readonly Plugin[]) => {
    await save(next.map(({ stored }) => stored))
    plugins = next
    for (const [position, { running, guards }] of plugins.entries()) (running?.hooks ?? guards)?.moveTo(position)
  }
  const change = async (plugin: Plugin, changes: Partial<StoredPlugin>) => {
    const next = { ...plugin.stored, ...changes }
    await save(plugins.map((one) => (one === plugin ? next : one.stored)))
    plugin.stored = next
  }

  const plainConfig = ({ stored: { config }, package: files }: Plugin): Json => {
    if (config === undefined) return files?.defaultConfig?.plain ?? {}
    return files?.schema ? files.schema.read(config).plain : config
  }

  /** @throws Error (rejects) with the reason */
  const run = async (plugin: Plugin) => {
    const { name } = plugin.stored
    if (plugin.running) return
    if (!plugin.package) throw new Error(plugin.reason)
    const warn = (text: string) => log.warn({ plugin: name, reason: text }, 'plugin_warning')
    const hooks = createPluginHooks({
      hooks: broker.hooks,
      plugin: plugin.id.name,
      position: plugins.indexOf(plugin),
      thread: () => thread,
      warn,
    })
    const thread: PluginThread = startPluginThread({
      data: {
        main: pathToFileURL(plugin.package.main).href,
        name: plugin.id.name,
        version: plugin.id.version,
        node,
        config: plainConfig(plugin),
      },
      limits,
      onRegister: hooks.add,
      onUnregister: hooks.remove,
      onPublish: (message) => publish(plugin, message),
      onLog: (level, text, fields) => log[level]({ ...fields, plugin: name, reason: text }, 'plugin_log'),
      onMetrics: (updates) => {
        plugin.metrics = new Map([...plugin.metrics, ...updates.map((one) => [one.name, one] as const)])
      },
      onEnd: (reason) => {
        plugin.running = undefined
        plugin.reason = reason
        hooks.keepGuards()
        plugin.guards = hooks
        log.error({ plugin: name, reason }, 'plugin_stopped')
      },
    })
    try {
      await thread.started
    } catch (error) {
      hooks.removeAll()
      plugin.reason = messageOf(error)
      throw error
    }
    // Only now, so that no message passes while it starts again.
    plugin.guards?.removeAll()
    plugin.guards = undefined
    plugin.reason = undefined
    plugin.running = { thread, hooks }
  }
  const end = async (plugin: Plugin) => {
    const { running, guards } = plugin
    plugin.running = undefined
    plugin.guards = undefined
    plugin.reason = plugin.package ? undefined : plugin.reason
    plugin.metrics = new Map()
    guards?.removeAll()
    running?.hooks.removeAll()
    await running?.thread.stop()
  }

  const publish = async ({ id }: Plugin, message: unknown) => {
    const outcome = await broker.publish(readPublish(message, id.name))
    if ('rejected' in outcome)
      throw new Error(`the broker refuses the message with the reason code ${outcome.rejected}`)
    return outcome.delivered
  }

  const toView = ({ stored, running, reason, package: files }: Plugin): PluginView => ({
    name: stored.name,
    md5: stored.md5,
    status: running ? 'running' : files ? 'stopped' : 'unloaded',
    reason,
    package: files,
  })

  return {
    list: () => plugins.map(toView),
    get: (name) => toView(find(name)),
    checkFree,
    install: (unpacked, id, md5) =>
      ordered(async () => {
        checkFree(id)
        checkPackage(unpacked, id)
        const name = nameVersionOf(id)
        const target = join(folder, name)
        // Left by an installation that was interrupted.
        await rm(target, { recursive: true, force: true })
        await rename(unpacked, target)
        try {
          await replace([...plugins, ...load({ name, enabled: false, md5 })])
        } catch (error) {
          await rm(target, { recursive: true, force: true })
          throw error
        }
      }),
    uninstall: (name) =>
      ordered(async () => {
        const plugin = find(name)
        await replace(plugins.filter((one) => one !== plugin))
        await end(plugin)
        await rm(join(folder, name), { recursive: true, force: true })
      }),
    start: (name) =>
      ordered(async () => {
        const plugin = find(name)
        try {
          await run(plugin)
        } catch (error) {
          throw new AppError('UNEXPECTED_ERROR', `${name} has not started: ${messageOf(error)}`, { status: 400 })
        }
        if (!plugin.stored.enabled) await change(plugin, { enabled: true })
      }),
    stop: (name) =>
      ordered(async () => {
        const plugin = find(name)
        if (plugin.stored.enabled) await change(plugin, { enabled: false })
        await end(plugin)
      }),
    move: (name, position) =>
      ordered(async () => {
        const plugin = plugins.find(({ stored }) => stored.name === name)
        if (!plugin) throw new AppError('MOVE_FAILED', `${name} is not installed`)
        await replace(moved(plugins, plugin, position))
      }),
    config: (name) => {
      const { stored, package: files } = find(name)
      const config = stored.config ?? files?.defaultConfig?.encoded
      if (!config) throw new AppError('BAD_CONFIG', 'Plugin Config Not Found')
      return config
    },
    configure: (name, config) =>
      ordered(async () => {
        const plugin = find(name)
        const previous = plainConfig(plugin)
        const { encoded, plain } = readConfig(plugin, config)
        const refusal = await plugin.running?.thread.configure(plain)
        if (refusal !== undefined) throw new AppError('BAD_CONFIG', `${name} rejects the configuration: ${refusal}`)
        try {
          await change(plugin, { config: encoded })
        } catch (error) {
          await plugin.running?.thread.configure(previous)
          throw error
        }
      }),
    metrics: () =>
      plugins.flatMap(({ stored, metrics }) => [...metrics.values()].map((one) => ({ ...one, plugin: stored.name }))),
    startEnabled: async () => {
      const start = async (plugin: Plugin) => {
        await run(plugin).catch((error: unknown) => {
          log.error({ plugin: plugin.stored.name, reason: messageOf(error) }, 'plugin_not_started')
        })
      }
      await ordered(async () => void (await Promise.all(plugins.filter(({ stored }) => stored.enabled).map(start))))
    },
    stopAll: () => ordered(async () => void (await Promise.all(plugins.map(end)))),
  }
}

function readConfig({ package: files }: Plugin, config: Json) {
  if (!files?.schema) return { encoded: config, plain: config }
  try {
    return files.schema.read(config)
  } catch (error) {
    throw error instanceof ConfigError ? new AppError('BAD_CONFIG', error.message) : error
  }
}

/** @throws {AppError} MOVE_FAILED */
function moved(plugins: readonly Plugin[], plugin: Plugin, position: string): readonly Plugin[] {
  const others = plugins.filter((one) => one !== plugin)
  if (position === 'front') return [plugin, ...others]
  if (position === 'rear') return [...others, plugin]
  const [, where, neighbor] = /^(before|after):(.+)$/.exec(position) ?? []
  if (where === undefined)
    throw new AppError('MOVE_FAILED', 'position must be front, rear, before:NAME-VERSION or after:NAME-VERSION')
  const index = others.findIndex(({ stored }) => stored.name === neighbor)
  if (index < 0) throw new AppError('MOVE_FAILED', `there is no other plugin ${neighbor}`)
  return others.toSpliced(where === 'before' ? index : index + 1, 0, plugin)
}
