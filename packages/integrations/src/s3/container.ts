import { decodeJson, encodeJson } from '@mqdeck/kit/json'
import { ruleText } from '@mqdeck/kit/template'
import type { Data } from '../port.ts'
import { dataLookup } from '../template.ts'

/** A stored record. Always JSON, because the format of the object can change before the upload. */
export type Entry = string

/** The file format of an aggregated object. */
export interface Container {
  readonly contentType: string
  /** The text of an object in pieces. */
  readonly texts: (entries: Iterable<Entry>) => Iterable<string>
}

export const entryOf = (data: Data): Entry => encodeJson(data)

export function createContainer(
  container: { readonly type: 'csv'; readonly column_order: readonly string[] } | { readonly type: 'json_lines' },
): Container {
  return container.type === 'csv' ? createCsv(container.column_order) : jsonLines
}

const jsonLines: Container = {
  contentType: 'application/x-ndjson',
  *texts(entries) {
    for (const entry of entries) yield `${entry}\n`
  },
}

/**
 * RFC 4180 with line feeds, as in EMQX. The columns are those of the first record, with the configured columns first.
 * Column names can be paths such as `payload.temperature`.
 */
function createCsv(columnOrder: readonly string[]): Container {
  return {
    contentType: 'text/csv',
    *texts(entries) {
      let columns: readonly string[] | undefined
      for (const entry of entries) {
        const record = decodeJson(entry) as Data // written by entryOf
        if (columns === undefined) {
          const others = Object.keys(record).filter((column) => !columnOrder.includes(column))
          columns = [...columnOrder, ...others.sort()]
          yield row(columns)
        }
        yield row(columns.map((column) => textAt(record, column)))
      }
    },
  }
}

function textAt(record: Data, column: string): string {
  const value = Object.hasOwn(record, column) ? record[column] : dataLookup(record)(column.split('.'), column)
  return value === undefined ? '' : ruleText(value)
}

const row = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\n`

const cell = (text: string): string => (/[[\],\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
