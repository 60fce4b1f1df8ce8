import { manifestOf, unavailableType } from '@mqdeck/integrations/catalog'
import { useMemo } from 'react'
import { type Loaded, useData } from '../../api/index.ts'
import { useLocale, useMessages } from '../../i18n/index.ts'
import { indexComponents, readableName, type SchemaDocument } from '../../schema-form/index.ts'
import type { Kind } from './kinds.ts'
import { aboutOf } from './manifests.ts'
import { messages } from './messages.ts'
import { channelQueries, channelsSchemaQuery, connectorsSchemaQuery } from './queries.ts'

/** In the order of the type gallery. */
export const categories = ['http', 'broker', 'storage', 'database', 'time-series', 'streaming', 'other'] as const
type Category = (typeof categories)[number]

/** Texts of a type. */
export interface TypeInfo {
  readonly type: string
  readonly label: string
  readonly about: string
  readonly category: Category
  readonly mark: string
  /** False if the type has no texts here. */
  readonly isKnown: boolean
}

/** Texts of types, with the purpose of `kind`. Unknown types are shown with a readable form of their key. */
export function useTypeInfo(kind: Kind = 'connector'): (type: string) => TypeInfo {
  const locale = useLocale()
  const texts = useMessages(messages)
  return useMemo(
    () => (type: string) => {
      const known = manifestOf(type) ?? unavailableType(type)
      if (known) {
        const { label, category, mark } = known
        const about = aboutOf(kind, type) ?? known.about
        return { type, label: label[locale], about: about[locale], category, mark, isKnown: true }
      }
      const label = readableName(type)
      return { type, label, about: texts.unknownType, category: 'other', mark: label.slice(0, 2), isKnown: false }
    },
    [locale, texts, kind],
  )
}

interface OfferedTypes {
  /** Types that the broker supports. Undefined while loading. */
  readonly types: readonly string[] | undefined
  /** The query of the types, for its error. */
  readonly query: Loaded<unknown>
}

export function useOfferedTypes(kind: Kind): OfferedTypes {
  const isConnector = kind === 'connector'
  const schema = useData(connectorsSchemaQuery, undefined, { enabled: isConnector })
  const types = useData(channelQueries[isConnector ? 'action' : kind].types, undefined, { enabled: !isConnector })
  const found = useMemo(
    () => (isConnector ? schema.data && connectorTypes(schema.data) : types.data && [...new Set(types.data)]),
    [isConnector, schema.data, types.data],
  )
  return { types: found, query: isConnector ? schema : types }
}

function connectorTypes(document: SchemaDocument): readonly string[] {
  return [...indexComponents(document)]
    .filter(([, components]) => components.some(({ purpose }) => purpose === 'connector'))
    .map(([type]) => type)
}

/** The schema document for the forms of a kind. */
export function useFormDocument(kind: Kind): Loaded<SchemaDocument> {
  return useData(kind === 'connector' ? connectorsSchemaQuery : channelsSchemaQuery, undefined)
}
