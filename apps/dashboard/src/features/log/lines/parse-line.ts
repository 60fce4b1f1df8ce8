import { isRecord } from '../../../lib/json/json-path.ts'
import { type Level, levelOf } from './levels.ts'

/** A parsed log line. */
export interface LogEntry {
  /** In milliseconds. */
  readonly time: number | undefined
  readonly level: Level | undefined
  readonly msg: string
  /** All other fields, in the order of the line. Values that are not text are JSON. */
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** Parses a line in text or JSON format: `2026-11-21T13:00:00.000000+00:00 [info] msg: …, clientid: …`, or one JSON object. */
export function parseLine(line: string): LogEntry {
  return (line.startsWith('{') ? parseJson(line) : parseText(line)) ?? plain(line)
}

const plain = (line: string): LogEntry => ({ time: undefined, level: levelOf(line), msg: line, fields: [] })

function parseJson(line: string): LogEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line)
    if (!isRecord(entry)) return undefined
    const { time, level: _, msg, ...fields } = entry
    return {
      time: toTime(String(time)),
      level: levelOf(line),
      msg: toFieldText(msg),
      fields: Object.entries(fields).map(([name, value]) => [name, toFieldText(value)] as const),
    }
  } catch {
    return undefined
  }
}

function parseText(line: string): LogEntry | undefined {
  const [head, time] = /^(\S{1,40}) \[[a-z]+\] /.exec(line) ?? []
  if (head === undefined || time === undefined) return undefined
  const fields = readFields(line.slice(head.length))
  // Some entries of EMQX are a plain sentence.
  if (!fields) return { time: toTime(time), level: levelOf(line), msg: line.slice(head.length), fields: [] }
  return {
    time: toTime(time),
    level: levelOf(line),
    msg: fields.find(([name]) => name === 'msg')?.[1] ?? '',
    fields: fields.filter(([name]) => name !== 'msg'),
  }
}

/** Limit for values that only start like JSON: each is scanned to the end of the line, and clients can make lines long. */
const maxBrokenValues = 8

/** Parses `name: value, name: value`. Undefined if the text has another form. */
export function readFields(text: string): readonly (readonly [string, string])[] | undefined {
  const fields: (readonly [string, string])[] = []
  let broken = 0
  let at = 0
  while (at < text.length) {
    const name = readName(text, at)
    if (!name) return undefined
    const json = broken < maxBrokenValues ? readJson(text, name.end) : undefined
    if (json === 'broken') broken += 1
    const value = typeof json === 'object' && isEnd(text, json.end) ? json : readPlain(text, name.end)
    fields.push([name.text, value.text])
    at = value.end + 2
  }
  return fields
}

interface Token {
  readonly text: string
  /** Index after the token. */
  readonly end: number
}

function readName(text: string, at: number): Token | undefined {
  const quoted = readQuoted(text, at)
  if (quoted && text.startsWith(': ', quoted.end)) return { text: quoted.text, end: quoted.end + 2 }
  const colon = text.indexOf(': ', at)
  if (colon < 0) return undefined
  const name = text.slice(at, colon)
  return /^[^\s,"]+$/.test(name) ? { text: name, end: colon + 2 } : undefined
}

/** A quoted text or another JSON value. Undefined if the text does not start like one. */
function readJson(text: string, at: number): Token | 'broken' | undefined {
  if (text[at] === '"') return readQuoted(text, at) ?? 'broken'
  return text[at] === '{' || text[at] === '[' ? (readBrackets(text, at) ?? 'broken') : undefined
}

/** Everything up to the next name. */
function readPlain(text: string, at: number): Token {
  nextName.lastIndex = at
  const end = nextName.exec(text)?.index ?? text.length
  return { text: text.slice(at, end), end }
}

const nextName = /, (?:"(?:[^"\\]|\\.)*"|[^\s,":]+): /g

const isEnd = (text: string, at: number) => at === text.length || text.startsWith(', ', at)

function readQuoted(text: string, at: number): Token | undefined {
  if (text[at] !== '"') return undefined
  const end = endOfQuotes(text, at)
  const value = end === undefined ? undefined : tryJson(text.slice(at, end))
  return end !== undefined && typeof value === 'string' ? { text: value, end } : undefined
}

/** Index after the closing quote. */
function endOfQuotes(text: string, at: number): number | undefined {
  for (let index = at + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text[index] === '"') return index + 1
  }
  return undefined
}

function readBrackets(text: string, at: number): Token | undefined {
  let depth = 0
  for (let index = at; index < text.length; index += 1) {
    const character = text[index]
    if (character === '"') {
      const end = endOfQuotes(text, index)
      if (end === undefined) return undefined
      index = end - 1
    } else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth > 0) continue
    const json = text.slice(at, index + 1)
    return tryJson(json) === undefined ? undefined : { text: json, end: index + 1 }
  }
  return undefined
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @param text RFC 3339, or microseconds since the epoch */
export function toTime(text: string): number | undefined {
  const time = /^\d{13,}$/.test(text) ? Number(text) / 1000 : Date.parse(text)
  return Number.isFinite(time) ? time : undefined
}

/** Returns text unchanged and other values as JSON. */
export function toFieldText(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
