import { type ReactNode, useMemo } from 'react'
import {
  type ChangeDefinition,
  type Loaded,
  type QueryDefinition,
  QueryView,
  useChange,
  useData,
  useFresh,
} from '../api/index.ts'
import { Stack } from '../ui/index.ts'
import { hotConfQuery } from './queries.ts'
import { FormSkeleton } from './schema-form.tsx'
import { SettingsForm, type SettingsFormProps } from './settings-form.tsx'
import type { SchemaDocument } from './wire.ts'

type FormProps = Omit<SettingsFormProps, 'document' | 'value' | 'read' | 'save'>

export interface SettingsPageProps<T> extends FormProps {
  /** Header: `<PageHeader …/>`. */
  readonly header: ReactNode
  readonly query: QueryDefinition<undefined, T>
  readonly change: ChangeDefinition<unknown, unknown>
  /** The part of the response that the form shows; by default all of it. */
  readonly part?: (data: T) => unknown
  /** Schema from the contract's declarations; by default the broker's own schema is fetched. */
  readonly document?: SchemaDocument
  /** Converts the broker's schema for the form. Stable. */
  readonly shape?: (document: SchemaDocument) => SchemaDocument
  /** Content above the form. */
  readonly note?: (document: SchemaDocument) => ReactNode
  /** The same as the properties, if they depend on the schema. */
  readonly bySchema?: (document: SchemaDocument) => Partial<FormProps>
  /** Called after the broker has accepted a value. */
  readonly onSaved?: (next: unknown, previous: unknown) => void
}

/** One panel without a title. */
const onePanel: NonNullable<FormProps['groups']> = [{ fields: [] }]

/** A page with one form: fetches value and schema, shows, saves. */
export function SettingsPage<T>({ header, document, ...page }: SettingsPageProps<T>) {
  return (
    <>
      {header}
      {document ? <LoadedPage {...page} document={document} /> : <WithHotConf {...page} />}
    </>
  )
}

type PartProps<T> = Omit<SettingsPageProps<T>, 'header' | 'document'>

function WithHotConf<T>(page: PartProps<T>) {
  const schema = useData(hotConfQuery, undefined)
  return (
    <QueryView query={schema} skeleton={<FormSkeleton />}>
      {(document) => <LoadedPage {...page} document={document} />}
    </QueryView>
  )
}

function LoadedPage<T>({
  query,
  change,
  part = (data) => data,
  document,
  shape,
  note,
  bySchema,
  onSaved,
  ...form
}: PartProps<T> & { readonly document: SchemaDocument }) {
  const loaded: Loaded<T> = useData(query, undefined)
  const fresh = useFresh(query, undefined)
  const { run } = useChange(change)
  const shapedDocument = useMemo(() => shape?.(document) ?? document, [shape, document])
  return (
    <QueryView query={loaded} skeleton={<FormSkeleton />}>
      {(data) => (
        <Stack gap={4}>
          {note?.(shapedDocument)}
          <SettingsForm
            groups={onePanel}
            {...form}
            {...bySchema?.(shapedDocument)}
            document={shapedDocument}
            value={part(data)}
            read={async () => part(await fresh())}
            save={async (next) => {
              await run(next)
              onSaved?.(next, part(data))
            }}
          />
        </Stack>
      )}
    </QueryView>
  )
}
