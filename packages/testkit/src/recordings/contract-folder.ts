import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** EMQX's OpenAPI document, schemas and recordings. */
const folder = join(fileURLToPath(import.meta.url), '../../../../../conformance/contract')

/** A JSON file. @param path below `conformance/contract`: `schemas/hotconf.json` */
export function readContractFile(path: string): unknown {
  return JSON.parse(readContractText(path))
}

/** The values of a file with one JSON value for each line: `recorded/seed.jsonl`. */
export function readContractLines(path: string): readonly unknown[] {
  return linesOf(readContractText(path)).map((line) => JSON.parse(line))
}

/** The paths in `enterprise-only-paths.txt` or `open-source-only-paths.txt`. */
export function readContractPaths(name: string): readonly string[] {
  return linesOf(readContractText(name))
}

const readContractText = (path: string) => readFileSync(join(folder, path), 'utf8')

const linesOf = (text: string) => text.split('\n').filter(Boolean)
