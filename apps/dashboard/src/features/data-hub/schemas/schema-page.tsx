import type { RegisteredSchema } from '@mqdeck/contract'
import { DetailPage, QueryView, useChange, useData, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import {
  Button,
  CodeBlock,
  EmptyState,
  Link,
  Section,
  Skeleton,
  toast,
  useGo,
  usePathParam,
} from '../../../ui/index.ts'
import { decoderMessages } from '../decoders/messages.ts'
import { useBindings } from '../decoders/use-bindings.ts'
import { formatOf } from '../decoders/use-decoded.ts'
import { schemaMessages } from './messages.ts'
import { schemaChanges, schemaQuery, schemaUsesQuery } from './queries.ts'
import { SchemaEditor } from './schema-editor.tsx'
import { useDeleteSchema } from './use-delete-schema.tsx'
import { UseList } from './use-list.tsx'
import { allUsesOf } from './uses.ts'

export default function SchemaPage() {
  const name = usePathParam('name')
  // The key resets the form when another schema is opened.
  return <Detail key={name} name={name} />
}

function Detail({ name }: { readonly name: string }) {
  const texts = useMessages(schemaMessages)
  const { typeOf } = useMessages(decoderMessages)
  const go = useGo()
  const isViewer = useIsViewer()
  const query = useData(schemaQuery, { name })
  const remove = useDeleteSchema()
  return (
    <DetailPage
      query={query}
      name={name}
      description={({ type }) => typeOf(type)}
      actions={() =>
        !isViewer && (
          <Button
            variant="danger"
            onClick={async () => {
              if (await remove(name)) go({ to: '/schema' })
            }}
          >
            {texts.delete}
          </Button>
        )
      }
      missing={{
        title: texts.notFound,
        hint: texts.notFoundHint(name),
        action: <Link to="/schema">{texts.all}</Link>,
      }}
      tabs={(schema) => [
        { value: 'schema', label: texts.tabs.schema, content: () => <Editor schema={schema} />, keepsInput: true },
        { value: 'uses', label: texts.tabs.uses, content: () => <Uses name={name} /> },
      ]}
    />
  )
}

function Editor({ schema }: { readonly schema: RegisteredSchema }) {
  const texts = useMessages(schemaMessages)
  const isViewer = useIsViewer()
  const { run } = useChange(schemaChanges.update)
  const type = formatOf(schema.type)
  // A type that this dashboard does not know.
  if (type === undefined) return <CodeBlock code={schema.source} />
  return (
    <SchemaEditor
      isNew={false}
      isReadOnly={isViewer}
      initial={{ ...schema, type }}
      onSave={({ name, ...changed }) => run({ name, schema: changed })}
      onSaved={({ name }) => toast.success(texts.savedNamed(name))}
    />
  )
}

function Uses({ name }: { readonly name: string }) {
  const texts = useMessages(schemaMessages)
  const query = useData(schemaUsesQuery, undefined)
  const bindings = useBindings()
  return (
    <Section>
      <QueryView query={query} skeleton={<Skeleton height={120} />}>
        {(uses) => {
          const all = allUsesOf(name, uses, bindings)
          return all.length === 0 ? <EmptyState title={texts.unused} hint={texts.unusedHint} /> : <UseList uses={all} />
        }}
      </QueryView>
    </Section>
  )
}
