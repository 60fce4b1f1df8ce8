import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { type Entry, groupParts, type Part } from './chunk-groups.ts'

interface Options {
  /** Files that a page may need at most, with those of every page. */
  readonly limit: number
  /** Pages of the first load with their parts, and modules that every page loads after it has appeared. */
  readonly stages: readonly [first: RegExp, second: RegExp]
  /** Modules that a page imports dynamically but loads immediately. */
  readonly immediate: RegExp
}

/** Weight of files that every user loads, compared to a page. */
const earlyWeight = 10
const name = 'page-chunks'
/** The file that every page loads. */
const base = 'base'

/**
 * Decides which modules share a file. The bundler makes one for each set of pages that load the same modules, which are hundreds of small
 * files. So it bundles twice: the first time to find these sets and their sizes, which `groupParts` joins (docs/adr/0031).
 */
export function pageChunks({ limit, stages, immediate }: Options): Plugin {
  return {
    name,
    apply: 'build',
    async config(config) {
      const chunks = await bundle(config, immediate)
      const groups = nameGroups(chunks, (id) => {
        const found = stages.findIndex((stage) => stage.test(id))
        const stage = found < 0 ? stages.length : found
        const weight = stage < stages.length ? earlyWeight : 1
        return { stage, weight, limit: isPage(id) ? limit : Number.POSITIVE_INFINITY }
      })
      const group: Rolldown.CodeSplittingGroup = {
        debugName: name,
        name: (id) => groups.get(id) ?? null,
        // Dependencies have groups of their own.
        includeDependenciesRecursively: false,
      }
      return { build: { rolldownOptions: { output: { codeSplitting: { groups: [group] } } } } }
    },
    generateBundle(_, output) {
      const cycle = findCycle(output)
      // Modules would run in another order, and read variables that have no value yet.
      if (cycle) this.error(`Files import each other: ${cycle.join(', ')}`)
    },
  }
}

/** Keeps a file of its own, and so its name in the manifest. */
const isStart = (id: string): boolean => /[\\/](index\.html|app[\\/]main\.tsx)$/.test(id)
const isPage = (id: string): boolean => /-pages?\.tsx$/.test(id)

interface Chunk {
  readonly id: string
  /** Loaded before any page. */
  readonly isInitial: boolean
  /** The module that is loaded first or on demand. */
  readonly entry: string | undefined
  readonly scripts: number
  readonly styles: number
  readonly modules: readonly string[]
  readonly imports: readonly string[]
  /** Modules that it imports dynamically but loads immediately. */
  readonly immediate: readonly string[]
}

/** Bundles without groups. */
async function bundle(config: UserConfig, immediate: RegExp): Promise<readonly Chunk[]> {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [config.plugins?.filter((plugin) => !(plugin && 'name' in plugin && plugin.name === name))],
    build: { ...config.build, write: false, sourcemap: false, manifest: false },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const files = outputs.flatMap((one) => ('output' in one ? one.output : []))
  const sizes = new Map(
    files.map((file) => [file.fileName, gzipSync(file.type === 'chunk' ? file.code : file.source).length]),
  )
  const chunks = files.filter((file) => file.type === 'chunk')
  const entryIn = (file: string) => chunks.find(({ fileName }) => fileName === file)?.facadeModuleId
  const initial = closureOf(
    chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
    (file) => chunks.find(({ fileName }) => fileName === file)?.imports ?? [],
  )
  return chunks
    .map((chunk) => ({
      id: chunk.fileName,
      isInitial: initial.has(chunk.fileName),
      entry: chunk.isEntry || chunk.isDynamicEntry ? (chunk.facadeModuleId ?? undefined) : undefined,
      scripts: sizes.get(chunk.fileName) ?? 0,
      styles: [...(chunk.viteMetadata?.importedCss ?? [])].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0),
      modules: Object.keys(chunk.modules),
      imports: chunk.imports,
      immediate: chunk.dynamicImports.filter((file) => immediate.test(entryIn(file) ?? '')),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

interface NamedPart extends Part {
  readonly modules: readonly string[]
}

/** The name of the file of each module that shares one. */
export function nameGroups(chunks: readonly Chunk[], entryOf: (id: string) => Entry): ReadonlyMap<string, string> {
  const needed = new Map(chunks.map((chunk) => [chunk.id, [...chunk.imports, ...chunk.immediate]]))
  const entries = chunks.flatMap(({ id, entry, isInitial }) =>
    entry === undefined || isInitial ? [] : [{ id, entry }],
  )
  const loaded = entries.map(({ id }) => closureOf([id], (file) => needed.get(file) ?? []))
  const loading = (id: string) => loaded.flatMap((files, index) => (files.has(id) ? [index] : []))

  const initial = chunks.filter(({ isInitial }) => isInitial)
  const initialPart: NamedPart = {
    scripts: initial.reduce((sum, { scripts }) => sum + scripts, 0),
    styles: initial.reduce((sum, { styles }) => sum + styles, 0),
    modules: initial.flatMap(({ modules }) => modules).filter((module) => !isStart(module)),
    imports: [],
    // Not parts of pages, which load later.
    entries: entries.flatMap(({ entry }, index) => (isPage(entry) ? [index] : [])),
    isFixed: false,
  }
  const others = chunks.filter(({ isInitial }) => !isInitial)
  const styled = others.filter(({ styles }) => styles > 0)
  // Styles import nothing, so they can be joined more freely than the scripts that import them.
  const styleParts = styled.map(
    ({ id, styles, modules }): NamedPart => ({
      scripts: 0,
      styles,
      modules: modules.filter(isStyle),
      imports: [],
      entries: loading(id),
      isFixed: false,
    }),
  )
  const numbers = new Map(others.map(({ id }, index) => [id, 1 + index]))
  const scriptParts = others.map((chunk): NamedPart => {
    const style = styled.indexOf(chunk)
    return {
      scripts: chunk.scripts,
      styles: 0,
      modules: chunk.modules.filter((module) => !isStyle(module)),
      imports: [
        0,
        ...chunk.imports.flatMap((file) => numbers.get(file) ?? []),
        ...(style < 0 ? [] : [1 + others.length + style]),
      ],
      entries: loading(chunk.id),
      isFixed: chunk.entry !== undefined,
    }
  })
  const parts = [initialPart, ...scriptParts, ...styleParts]
  return namesOf(
    parts,
    groupParts(
      parts,
      entries.map(({ entry }) => entryOf(entry)),
    ),
  )
}

/** Each group has the name of its largest part, which changes the least. */
function namesOf(parts: readonly NamedPart[], numbers: readonly (number | undefined)[]): ReadonlyMap<string, string> {
  const names = new Map([[numbers[0], base]])
  const taken = new Set([base])
  const bySize = [...parts.entries()].sort(([, a], [, b]) => b.scripts + b.styles - a.scripts - a.styles)
  for (const [index, { modules, styles }] of bySize) {
    const number = numbers[index]
    const [module] = modules
    if (number === undefined || module === undefined || names.has(number)) continue
    const stem = basename(module).replace(/\..*$/, styles > 0 ? '-styles' : '')
    let unique = stem
    for (let count = 2; taken.has(unique); count++) unique = `${stem}-${count}`
    taken.add(unique)
    names.set(number, unique)
  }
  return new Map(
    parts.flatMap(({ modules }, index) => {
      const group = numbers[index] === undefined ? undefined : names.get(numbers[index])
      return group === undefined ? [] : modules.map((module) => [module, group] as const)
    }),
  )
}

const isStyle = (module: string): boolean => /\.css(\?|$)/.test(module)

function closureOf(start: readonly string[], importsOf: (id: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const pending = [...start]
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    pending.push(...importsOf(id))
  }
  return seen
}

/** Files that import each other; undefined if there are none. */
function findCycle(output: Rolldown.OutputBundle): readonly string[] | undefined {
  const importsOf = (file: string) => {
    const chunk = output[file]
    return chunk?.type === 'chunk' ? chunk.imports : []
  }
  for (const file of Object.keys(output)) {
    const reached = closureOf(importsOf(file), importsOf)
    if (reached.has(file))
      return [file, ...[...reached].filter((other) => closureOf(importsOf(other), importsOf).has(file))]
  }
  return undefined
}
