import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { AppError, hasMask, type Kind, unmasked } from '@mqdeck/contract'
import { type Clock, inOrder, type Log, runSteps } from '@mqdeck/kit'
import type { PemFiles } from '../tls/pem-files.ts'
import { type WriteFile, writeAtomically } from './atomic-file.ts'
import { maskedRoot, readConfigurationFile, type Stored, toFile, toText } from './configuration-file.ts'
import { type Author, openHistory, type Version } from './history.ts'
import { readRoot } from './read-root.ts'
import { type ReadText, readText } from './read-text.ts'
import { maskedSecret, notWritten, throwAsConfigError, toConfigError, unreadable } from './rejected-values.ts'
import {
  type Changes,
  mapChanges,
  mapNames,
  mapRoots,
  type Override,
  type RootName,
  type RootPlain,
  type RootWire,
  rootKinds,
  rootNames,
  type Values,
} from './roots.ts'
import { changedPaths, difference, mergeTrees, overlay, replaceAt, treeAt, valueAt } from './trees.ts'

export type { Changes }

/** Applies a root to the component that it configures. */
export interface Connection<N extends RootName> {
  /**
   * Rejects invalid combinations that no single field reveals, before anything is applied. Called for every change of
   * the configuration.
   * @throws {AppError}
   */
  check?(next: RootWire<N>, view: View): void
  /** Called before the checks of a change, for work that takes too long for them. Not called at the start. */
  prepare?(next: RootWire<N>): Promise<void>
  /** Applies the root. If it throws or rejects, the component is unchanged. */
  apply(next: RootPlain<N>, previous: RootPlain<N>, view: View, before: View): void | Promise<void>
  /** Called after a change is active and stored, for actions that cannot be undone. */
  settled?(): void | Promise<void>
}

/** Connections of several roots. */
export type Connections<N extends RootName = RootName> = { readonly [Name in N]: Connection<Name> }

/** The configuration after the change. */
export interface View {
  get<N extends RootName>(name: N): RootWire<N>
  plain<N extends RootName>(name: N): RootPlain<N>
}

/** The active configuration. */
export interface Configuration extends View {
  /** The root with secrets as `******`. */
  shown<N extends RootName>(name: N): RootWire<N>
  /**
   * Registers how a root is applied. Once per root, before the first update.
   * @throws {ConfigError} if the stored value is rejected
   */
  connect<N extends RootName>(name: N, connection: Connection<N>): void
  /**
   * Replaces roots, or none of them if anything is rejected or fails. `******` keeps a secret. An update without
   * changes creates no version.
   * @throws {AppError} (rejects); API_KEY_NOT_ALLOW if an API key would change the root `api_key`
   */
  update(changes: Changes, author: Author): Promise<void>
  /** The same for an update that is computed from the current values. No other change happens in between. */
  change(make: (view: View) => Changes | Promise<Changes>, author: Author): Promise<void>
  /**
   * Returns the configuration that `update` would create, and rejects what `update` would reject before it applies
   * anything.
   * @throws {AppError}
   */
  check(changes: Changes): View
  /** Does work that `check` needs, without holding the event loop. Call before `check` for roots that may contain schemas. */
  prepare(changes: Changes): Promise<void>
  /** Stored values of all roots, also of those without any, with plain secrets. */
  stored(): Stored
  /** Parses the HOCON of `stored` into the resulting value of each root in it. */
  readStored(text: string, skipReadOnly: readonly string[]): ReadText
  /** Converts a rejected stored value to an error with the line in the file. Returns other errors unchanged. */
  withLineOf(error: unknown): unknown
  /** Called after every root was connected. Adds manual changes since the last stop to the history. */
  start(): Promise<void>
  /** Values if nothing is configured. */
  base<N extends RootName>(name: N): RootWire<N>
  basePlain<N extends RootName>(name: N): RootPlain<N>
  /** Values that the start options set over the stored ones. */
  readonly overrides: readonly Override[]
  versions(): readonly (Version & { readonly current: boolean })[]
  /** Values of the roots with the configuration file of a version. Undefined if the version does not exist. */
  version(version: number): Readonly<Record<RootName, unknown>> | undefined
}

export interface ConfigurationOptions {
  /** Folder of `cluster.hocon` and `history`. */
  readonly folder: string
  /** Value of a root if nothing is configured, where it differs from the root's own default. */
  readonly bases?: Changes
  readonly overrides?: readonly Override[]
  readonly clock: Clock
  readonly log: Log
  readonly write?: WriteFile
  /** Stores the text of certificates and keys that are given instead of file names. */
  readonly pem?: PemFiles
}

/** A root without its types, for code that iterates over all roots. */
type AnyConnection = Connection<RootName>

/**
 * Reads the stored configuration.
 * @throws {ConfigError} if it is invalid; nothing was changed
 */
export function openConfiguration(options: ConfigurationOptions): Configuration {
  const { folder, clock, log, overrides = [], write = writeAtomically, pem } = options
  const file = join(folder, 'cluster.hocon')
  const bases = mapRoots((name) => readRoot(rootKinds[name].schema, options.bases?.[name] ?? emptyRoot(name), name))
  const found = readConfigurationFile(file, bases)
  const history = openHistory(join(folder, 'history'), write)
  /** Stored values without the overrides. */
  let kept: Values = { ...bases, ...found.values }
  let values: Values = mapRoots((name) => overridden(name, kept[name], bases[name], overrides))
  const connections = new Map<RootName, AnyConnection>()
  let current = found.version
  const serially = inOrder()

  const viewOf = (all: Values): View => ({
    get: (name) => all[name] as never, // validated by the root's own schema
    plain: (name) => rootKinds[name].toPlain(all[name] as never) as never, // as above
  })

  /**
   * A version in the history that does not match the file was never active. A file that matches no version was edited
   * manually.
   */
  async function settle(): Promise<number | undefined> {
    const versions = history.numbers()
    const last = versions.at(-1)
    const { version } = found
    if (version !== undefined && history.text(version) === found.text) {
      // More than one: the cause is not a crash. The file was replaced with an older one.
      const newer = versions.filter((one) => one > version)
      if (newer.length <= 1) {
        history.dropAfter(version)
        return version
      }
    }
    if (last === undefined && found.text === '') return undefined
    if (last !== undefined && history.text(last) === found.text) return last
    const author = { by: 'mqdeck', call: 'edited manually before a start' }
    return history.add({ at: now(), ...author, changed: Object.keys(found.values).sort() }, found.text)
  }

  function now(): string {
    return new Date(clock.now()).toISOString()
  }

  async function replace(changes: Changes, author: Author): Promise<void> {
    await prepare(changes)
    const read = checkedWith(changes)
    if (author.isApiKey && !isDeepStrictEqual(read.api_key, values.api_key))
      throw new AppError('API_KEY_NOT_ALLOW', 'API keys cannot change the root api_key. Sign in')
    await pem?.check(read, values)
    const { value: next, drop } = (await pem
      ?.keep(read, [])
      .catch((error: unknown) => Promise.reject(notWritten(error)))) ?? { value: read, drop: () => {} }
    const changed = rootNames.filter((name) => !isDeepStrictEqual(next[name], values[name]))
    if (changed.length === 0) return drop()
    try {
      await applyChange(changed, next, author)
    } catch (error) {
      drop()
      throw error
    }
    values = next
    tidy()
    await notifySettled(changed)
    log.info({ by: author.by, call: author.call, roots: changed }, 'configuration_changed')
  }

  /** The change is valid even if this fails. */
  async function notifySettled(changed: readonly RootName[]): Promise<void> {
    for (const name of changed) {
      try {
        await connections.get(name)?.settled?.()
      } catch (error) {
        log.error({ root: name, error }, 'configuration_cleanup_failed')
      }
    }
  }

  const readChanges = (changes: Changes) => mapChanges(changes, (name, value) => readChange(name, value))

  async function prepare(changes: Changes): Promise<void> {
    const read: Partial<Values> = readChanges(changes)
    for (const [name, connection] of connections) if (name in read) await connection.prepare?.(read[name] as never) // the root's own value
  }

  function checkedWith(changes: Changes): Values {
    const read = { ...values, ...readChanges(changes) }
    for (const [name, { check }] of connections) check?.(read[name] as never, viewOf(read))
    return read
  }

  async function applyChange(changed: readonly RootName[], next: Values, author: Author): Promise<void> {
    const undo = await applyAll(changed, next)
    try {
      await store(next, changed, author)
    } catch (error) {
      await undo()
      throw notWritten(error)
    }
  }

  /** Files that a version refers to are kept, because the version can be restored. */
  function tidy(): void {
    pem?.tidy(() => [
      JSON.stringify([values, kept]),
      ...history.numbers().flatMap((version) => history.text(version) ?? []),
    ])
  }

  function readChange(name: RootName, value: unknown): unknown {
    const kind = rootKinds[name] as Kind
    const open = unmasked(kind, value, values[name])
    if (hasMask(kind, open)) throw maskedSecret(name)
    return readRoot(kind.schema, open, name)
  }

  /** Applies root by root, all or none. Returns a function that undoes all of them. */
  function applyAll(changed: readonly RootName[], next: Values): Promise<() => Promise<void>> {
    return runSteps(
      changed.map((name) => ({
        run: () => apply(name, next, values),
        undo: () =>
          apply(name, values, next).catch((error: unknown) =>
            log.error({ root: name, error }, 'configuration_rollback_failed'),
          ),
      })),
    )
  }

  async function apply(name: RootName, next: Values, previous: Values): Promise<void> {
    const connection = connections.get(name)
    if (!connection) throw new Error(`nothing is connected to the root ${name}`)
    const [view, before] = [viewOf(next), viewOf(previous)]
    await connection.apply(view.plain(name) as never, before.plain(name) as never, view, before)
  }

  async function store(next: Values, changed: readonly RootName[], author: Author): Promise<void> {
    const keptNext = { ...kept, ...mapNames(changed, (name) => withoutOverrides(name, next[name], kept[name])) }
    const text = toText(toStored(keptNext))
    const paths = changed.flatMap((name) =>
      changedPaths(values[name], next[name]).map((path) => [name, ...path].join('.')),
    )
    // So that the state before the first change can be restored.
    if (history.numbers().length === 0) {
      await history.add({ at: now(), by: 'mqdeck', call: 'start', changed: [] }, toText(toStored(kept)))
    }
    const version = await history.add({ at: now(), ...author, changed: paths }, text)
    try {
      await write(file, toFile(version, text))
    } catch (error) {
      history.dropAfter(version - 1)
      throw error
    }
    kept = keptNext
    current = version
  }

  const toStored = (all: Values): Stored =>
    mapChanges(all, (name, value) => difference(rootKinds[name], value, bases[name]))

  /** Values from an override are not stored, so that the stored value applies again without the override. */
  function withoutOverrides(name: RootName, value: unknown, before: unknown): unknown {
    return pathsIn(overrides, name).reduce((result, path) => {
      const isUntouched = isDeepStrictEqual(valueAt(value, path), valueAt(values[name], path))
      return isUntouched ? replaceAt(result, path, valueAt(before, path)) : result
    }, value)
  }

  const change = (make: (view: View) => Changes | Promise<Changes>, author: Author) =>
    serially(async () => replace(await make(viewOf(values)), author))

  function readStored(text: string, skipReadOnly: readonly string[] = []): ReadText {
    const read = readText(text, (name, written) => overlay(rootKinds[name], bases[name], written), { skipReadOnly })
    return { ...read, roots: mapChanges(read.roots, (name, value) => overridden(name, value, bases[name], overrides)) }
  }

  return {
    get: (name) => viewOf(values).get(name),
    plain: (name) => viewOf(values).plain(name),
    shown: (name) => maskedRoot(name, values[name]) as never, // of the same shape
    connect(name, connection) {
      connections.set(name, connection as never) // called only with the values of this root
      throwAsConfigError(file, () => connection.check?.(values[name] as never, viewOf(values)), found.lineOf)
    },
    withLineOf: (error) => toConfigError(error, file, found.lineOf, true),
    change,
    check: (changes) => viewOf(checkedWith(changes)),
    prepare,
    stored: () =>
      mapRoots(
        (name) => difference(rootKinds[name], kept[name], bases[name]) ?? (rootKinds[name].of ? {} : kept[name]),
      ),
    readStored,
    update: (changes, author) => change(() => changes, author),
    async start() {
      const missing = rootNames.filter((name) => !connections.has(name))
      if (missing.length > 0) throw new Error(`nothing is connected to ${missing.join(', ')}`)
      current = await settle()
      tidy()
    },
    base: (name) => bases[name] as never, // as above
    basePlain: (name) => viewOf(bases).plain(name),
    overrides,
    versions: () => history.list().map((version) => ({ ...version, current: version.version === current })),
    version(version) {
      const text = history.text(version)
      if (text === undefined) return undefined
      const { roots, problems } = readStored(text)
      const [problem] = problems
      if (problem) throw unreadable(version, problem)
      return mapRoots((name) => roots[name] ?? overridden(name, bases[name], bases[name], overrides))
    },
  }
}

const pathsIn = (overrides: readonly Override[], name: RootName): readonly (readonly string[])[] =>
  overrides.flatMap(({ path: [root, ...path] }) => (root === name ? [path] : []))

const emptyRoot = (name: RootName): unknown => (rootKinds[name].wire.type === 'array' ? [] : {})

/** Restores deleted entries that an override sets, because the override alone may not be a complete entry. */
function overridden(name: RootName, value: unknown, base: unknown, overrides: readonly Override[]): unknown {
  const own = overrides.filter(({ path: [root] }) => root === name)
  const merged = own.reduce((result, { path: [, ...path], value: forced }) => {
    const entry = path.slice(0, -1)
    const whole = valueAt(result, entry) === undefined ? replaceAt(result, entry, valueAt(base, entry)) : result
    return mergeTrees(whole, treeAt(path, forced))
  }, value)
  const sources = own.map(({ source }) => source).join(', ')
  return throwAsConfigError(sources === '' ? name : sources, () => readRoot(rootKinds[name].schema, merged, name))
}
