import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Log, readNamedFile } from '@mqdeck/kit'
import type { DataType, ObjectDefinition, ResourceDefinition } from './objects.ts'

/** More would only fill the memory. */
const maxFiles = 2000
const maxBytes = 1024 * 1024
const types: readonly string[] = [
  'String',
  'Integer',
  'Float',
  'Boolean',
  'Time',
  'Opaque',
  'Objlnk',
] satisfies DataType[]
const isType = (text: string | undefined): text is DataType => text !== undefined && types.includes(text)

/**
 * The object definitions in the XML files of a folder, as the OMA registry publishes them. A missing folder has none; a file that
 * cannot be read is skipped with a warning.
 */
export async function readObjects(folder: string, log: Log): Promise<ReadonlyMap<number, ObjectDefinition>> {
  const names = await readdir(folder).catch(() => [])
  const found = new Map<number, ObjectDefinition>()
  for (const name of names.filter((one) => one.endsWith('.xml')).slice(0, maxFiles)) {
    const file = join(folder, name)
    try {
      const definition = parseObject(await readNamedFile(file, { maxBytes }))
      if (!definition) throw new Error('the file has no object with an ObjectID')
      found.set(definition.id, definition.object)
    } catch (error) {
      log.warn({ gateway: 'lwm2m', file, error: String(error) }, 'object_definition_skipped')
    }
  }
  return found
}

/** Undefined without an object. The files are lists of elements with text, so no XML parser is needed. */
export function parseObject(xml: string): { readonly id: number; readonly object: ObjectDefinition } | undefined {
  const text = xml.replaceAll(/<!--[\s\S]*?-->/g, '')
  const head = text.slice(0, Math.max(0, text.indexOf('<Resources')))
  const id = Number(elementOf(head, 'ObjectID') ?? Number.NaN)
  if (!Number.isInteger(id)) return undefined
  const resources: Record<number, ResourceDefinition> = {}
  for (const part of text.split(/<Item\s/).slice(1)) {
    const resource = /^[^>]*\bID="(\d{1,5})"/.exec(part)?.[1]
    if (resource === undefined) continue
    const type = elementOf(part, 'Type')
    const unit = elementOf(part, 'Units')
    resources[Number(resource)] = {
      name: elementOf(part, 'Name') ?? '',
      type: isType(type) ? type : undefined,
      operations: operationsOf(elementOf(part, 'Operations')),
      ...(unit && { unit }),
    }
  }
  return { id, object: { name: elementOf(head, 'Name') ?? '', resources } }
}

function elementOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.trim()
  return text
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}

function operationsOf(text = ''): ResourceDefinition['operations'] {
  if (text === 'R' || text === 'W' || text === 'RW' || text === 'E') return text
  return ''
}
