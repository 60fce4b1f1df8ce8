import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Comment, parseSync } from 'oxc-parser'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The words of a source file, without quotes and comment marks. The parts of a text that vary are replaced by `…`. */
export interface Words {
  /** From the root of the project. */
  readonly path: string
  /**
   * The English texts for users: all strings below a property `en`, and strings next to their Chinese translation in a list
   * or in the arguments of a call: `['Address', '地址']`, `named('Address', '地址')`. Tests have none.
   */
  readonly texts: ReadonlySet<string>
  /** Line comments on consecutive lines are one comment. */
  readonly comments: readonly string[]
  /** The titles of tests and of groups of tests. */
  readonly titles: ReadonlySet<string>
  /** The names that the file declares: variables, parameters, functions, types, fields, methods. */
  readonly names: ReadonlySet<string>
  /** The names of declared methods that return `void`. */
  readonly commands: ReadonlySet<string>
}

/** An element of the syntax tree, of which only these fields are read. */
interface Element {
  readonly type: string
  readonly [field: string]: unknown
}

export function readWords(path: string): Words {
  const source = readFileSync(join(root, path), 'utf8')
  const { program, comments } = parseSync(path, source)
  const found = {
    texts: new Set<string>(),
    titles: new Set<string>(),
    names: new Set<string>(),
    commands: new Set<string>(),
  }
  collect(program, found)
  return {
    path,
    ...found,
    texts: isTest(path) ? new Set() : found.texts,
    comments: joinLines(comments, source),
  }
}

type Found = Readonly<Record<'texts' | 'titles' | 'names' | 'commands', Set<string>>>

const isTest = (path: string) => /\.test\.tsx?$/.test(path)

function joinLines(comments: readonly Comment[], source: string): string[] {
  const joined: { text: string; end: number; isLine: boolean }[] = []
  for (const { type, value, start, end } of comments) {
    const last = joined.at(-1)
    const isLine = type === 'Line'
    const text = value
      .replaceAll(/^[ \t]*\*(?: |$)/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (last?.isLine && isLine && /^\r?\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += ` ${text}`
      last.end = end
    } else joined.push({ text, end, isLine })
  }
  return joined.map(({ text }) => text)
}

/** Reads the tree once. */
function collect(value: unknown, found: Found): void {
  if (Array.isArray(value)) {
    collectNextToChinese(value, found.texts)
    for (const part of value) collect(part, found)
    return
  }
  if (!isElement(value)) return
  if (value.type === 'CallExpression') collectTitle(value, found.titles)
  else collectNames(value, found)
  if (isEnglishProperty(value)) collectStrings(value.value, found.texts)
  else for (const field in value) if (typeof value[field] === 'object') collect(value[field], found)
}

const isEnglishProperty = ({ type, key }: Element) =>
  type === 'Property' && isElement(key) && (key.name === 'en' || key.value === 'en')

function collectStrings(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) for (const part of value) collectStrings(part, found)
  if (!isElement(value)) return
  const text = textOf(value)
  if (text !== undefined) found.add(text)
  // The keys of an object are not texts.
  for (const [field, part] of Object.entries(value)) if (field !== 'key') collectStrings(part, found)
}

function collectNextToChinese(list: readonly unknown[], found: Set<string>): void {
  const texts = list.map((one) => (isElement(one) ? textOf(one) : undefined))
  texts.forEach((text, index) => {
    if (text === undefined || hasChinese(text)) return
    if (hasChinese(texts[index - 1]) || hasChinese(texts[index + 1])) found.add(text)
  })
}

/** `test('…')`, `describe.skipIf(x)('…')`, `test.each(cases)('…')` */
function collectTitle({ callee, arguments: given }: Element, found: Set<string>): void {
  const [title] = Array.isArray(given) ? given : []
  const text = isElement(title) ? textOf(title) : undefined
  if (text !== undefined && /^(?:test|it|describe)$/.test(firstName(callee) ?? '')) found.add(text)
}

function firstName(value: unknown): string | undefined {
  if (!isElement(value)) return undefined
  return value.type === 'Identifier' ? String(value.name) : firstName(value.callee ?? value.object ?? value.tag)
}

/** The fields of an element that declare a name. */
const declaring: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  TSInterfaceDeclaration: ['id'],
  TSTypeAliasDeclaration: ['id'],
  Property: ['key'],
  PropertyDefinition: ['key'],
  MethodDefinition: ['key'],
  TSPropertySignature: ['key'],
  TSMethodSignature: ['key'],
}

function collectNames(element: Element, { names, commands }: Found): void {
  for (const field of declaring[element.type] ?? []) {
    for (const one of [element[field]].flat()) if (isElement(one) && typeof one.name === 'string') names.add(one.name)
  }
  const { key } = element
  if (isElement(key) && typeof key.name === 'string' && returnsVoid(element)) commands.add(key.name)
}

/** For classes and both spellings in interfaces: `end(): void` and `readonly end: () => void`. */
function returnsVoid({ type, value, returnType, typeAnnotation }: Element): boolean {
  if (type === 'MethodDefinition') return isVoid(isElement(value) && value.returnType)
  if (type === 'TSMethodSignature') return isVoid(returnType)
  const declared = type === 'TSPropertySignature' && isElement(typeAnnotation) && typeAnnotation.typeAnnotation
  return isElement(declared) && declared.type === 'TSFunctionType' && isVoid(declared.returnType)
}

const isVoid = (annotation: unknown) =>
  isElement(annotation) && isElement(annotation.typeAnnotation) && annotation.typeAnnotation.type === 'TSVoidKeyword'

const hasChinese = (text: string | undefined) => text !== undefined && /\p{Script=Han}/u.test(text)

function textOf({ type, value, quasis }: Element): string | undefined {
  if (type === 'Literal') return typeof value === 'string' ? value : undefined
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis)) return undefined
  return quasis.map((part: { value: { cooked: string } }) => part.value.cooked).join('…')
}

const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && typeof (value as Element).type === 'string'
