import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface SourceFile {
  /** Path from the project root: `packages/kit/src/store.ts`. */
  readonly path: string
  readonly imports: readonly Import[]
}

export interface Import {
  /** As written: `@mqdeck/kit`, `./store.ts`, `node:fs`. */
  readonly specifier: string
  /** The file that a relative import refers to. */
  readonly file: string | undefined
  /** True if only types are imported, which does not exist at run time. */
  readonly typeOnly: boolean
}

/** All TypeScript files of the project with their imports. */
export function readSourceFiles(folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) => typeScriptFiles(folder)).map(toSourceFile)
}

export function folderNames(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/node_modules|dist/.test(join(entry.parentPath, entry.name)))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
}

export interface Package {
  /** Path from the project root: `packages/kit`. */
  readonly folder: string
  /** `{'.': './src/index.ts'}` */
  readonly exports: Readonly<Record<string, string>>
}

export function readPackages(folder: string): Package[] {
  return readdirSync(join(root, folder))
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(root, path, 'package.json')))
    .map((path) => {
      // Our own files. Only the exports are used.
      const { exports = {} } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as Partial<Package>
      return { folder: path, exports }
    })
}

export function typeScriptFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => join(folder, name))
}

/** Text of a file, by its path from the project root. */
export const readText = (path: string): string => readFileSync(join(root, path), 'utf8')

function toSourceFile(path: string): SourceFile {
  const { module, errors } = parseSync(path, readFileSync(join(root, path), 'utf8'))
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const imported = module.staticImports.map((found) => ({
    specifier: found.moduleRequest.value,
    typeOnly: found.entries.length > 0 && found.entries.every((entry) => entry.isType),
  }))
  const reExported = module.staticExports.flatMap((found) =>
    found.entries.flatMap((entry) =>
      entry.moduleRequest ? [{ specifier: entry.moduleRequest.value, typeOnly: entry.isType }] : [],
    ),
  )
  const lazy = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const literal = readFileSync(join(root, path), 'utf8').slice(moduleRequest.start, moduleRequest.end)
    return /^['"]/.test(literal) ? [{ specifier: literal.slice(1, -1), typeOnly: false }] : []
  })
  return {
    path,
    imports: [...imported, ...reExported, ...lazy].map((found) => ({
      ...found,
      file: found.specifier.startsWith('.') ? join(dirname(path), found.specifier) : undefined,
    })),
  }
}
