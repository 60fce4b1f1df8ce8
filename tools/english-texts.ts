import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { typeScriptFiles } from './source-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface EnglishText {
  /** From the root of the project. */
  readonly path: string
  /** The parts that vary are replaced by `…`. */
  readonly text: string
}

/** An element of the syntax tree, of which only these fields are read. */
interface Element {
  readonly type: string
  readonly [field: string]: unknown
}

/**
 * The English texts for users: whatever is below a property `en`, and strings next to their Chinese translation in a list
 * or in the arguments of a call: `['Address', '地址']`, `named('Address', '地址')`. Tests are left out.
 */
export function readEnglishTexts(folders: readonly string[]): readonly EnglishText[] {
  return folders
    .flatMap((folder) => typeScriptFiles(folder))
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .flatMap((path) => {
      const { program } = parseSync(path, readFileSync(join(root, path), 'utf8'))
      const found = new Set<string>()
      collect(program, found)
      return [...found].map((text) => ({ path, text }))
    })
}

function collect(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) {
    collectBesideChinese(value, found)
    for (const part of value) collect(part, found)
    return
  }
  if (!isElement(value)) return
  if (isEnglishProperty(value)) collectStrings(value.value, found)
  else for (const part of Object.values(value)) collect(part, found)
}

const isEnglishProperty = ({ type, key }: Element) =>
  type === 'Property' && isElement(key) && (key.name === 'en' || key.value === 'en')

function collectStrings(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) for (const part of value) collectStrings(part, found)
  if (!isElement(value)) return
  const text = textOf(value)
  if (text !== undefined) found.add(text)
  // The keys of an object are no texts.
  for (const [field, part] of Object.entries(value)) if (field !== 'key') collectStrings(part, found)
}

function collectBesideChinese(list: readonly unknown[], found: Set<string>): void {
  const texts = list.map((one) => (isElement(one) ? textOf(one) : undefined))
  texts.forEach((text, index) => {
    if (text === undefined || hasChinese(text)) return
    if (hasChinese(texts[index - 1]) || hasChinese(texts[index + 1])) found.add(text)
  })
}

const hasChinese = (text: string | undefined) => text !== undefined && /\p{Script=Han}/u.test(text)

function textOf({ type, value, quasis }: Element): string | undefined {
  if (type === 'Literal') return typeof value === 'string' ? value : undefined
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis)) return undefined
  return quasis.map((part: { value: { cooked: string } }) => part.value.cooked).join('…')
}

const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && typeof (value as Element).type === 'string'
