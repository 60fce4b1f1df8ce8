import type { RegisteredSchema } from '@mqdeck/contract'
import { lazy, Suspense, useMemo } from 'react'
import {
  DetailPage,
  QueryView,
  RefreshControl,
  useChange,
  useData,
  useDelete,
  useFresh,
  useIsViewer,
} from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import {
  Button,
  Dim,
  EmptyState,
  Link,
  Section,
  Skeleton,
  Stack,
  toast,
  useGo,
  usePathParam,
} from '../../../ui/index.ts'
import { policyKinds } from '../policies/queries.ts'
import { schemaMessages } from './messages.ts'
import { ruleTextsQuery, schemaChanges, schemaQuery } from './queries.ts'
import { SchemaTest } from './schema-test.tsx'
import { typeName } from './schemas-page.tsx'
import { usesOf } from './uses.ts'

const SchemaSettings = lazy(async () => ({ default: (await import('./schema-settings.tsx')).SchemaSettings }))

export default function SchemaPage() {
  const name = usePathParam('name')
  // The key resets the form when another schema is opened.
  return <Detail key={name} name={name} />
}

function Detail({ name }: { readonly name: string }) {
  const texts = useMessages(schemaMessages)
  const go = useGo()
  const isViewer = useIsViewer()
  const query = useData(schemaQuery, { name })
  const remove = useDelete(schemaChanges.remove, {
    kind: 'schema',
    nameOf: (schema: RegisteredSchema) => schema.name,
    consequence: texts.deleteNote,
  })
  return (
    <DetailPage
      query={query}
      name={name}
      description={({ type, description }) => [typeName(texts.types, type), description].filter(Boolean).join(' · ')}
      refresh={<RefreshControl queries={[query]} />}
      actions={(schema) =>
        !isViewer && (
          <Button
            variant="danger"
            onClick={async () => {
              if (await remove([schema])) go({ to: '/schema' })
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
        {
          value: 'definition',
          label: texts.tabs.definition,
          content: () => (
            <Suspense fallback={<Skeleton height={420} />}>
              <Definition schema={schema} />
            </Suspense>
          ),
          keepsInput: true,
        },
        { value: 'uses', label: texts.tabs.uses, content: () => <UsedBy name={name} /> },
        ...(isViewer
          ? []
          : [
              {
                value: 'test',
                label: texts.tabs.test,
                content: () => <SchemaTest schema={schema} />,
                keepsInput: true,
              },
            ]),
      ]}
    />
  )
}

const settingsOf = ({ type, source, description }: RegisteredSchema) => ({ type, source, description })

function Definition({ schema }: { readonly schema: RegisteredSchema }) {
  const texts = useMessages(schemaMessages)
  const isViewer = useIsViewer()
  const { name, type, source, description } = schema
  const read = useFresh(
    schemaQuery,
    useMemo(() => ({ name }), [name]),
  )
  const { run } = useChange(schemaChanges.update)
  const value = useMemo(() => ({ type, source, description }), [type, source, description])
  return (
    <SchemaSettings
      name={name}
      value={value}
      readOnly={isViewer}
      confirmDiff
      current={async () => settingsOf(await read())}
      onSave={async (saving) => {
        await run(saving)
        toast.success(texts.savedNamed(name))
      }}
    />
  )
}

function UsedBy({ name }: { readonly name: string }) {
  const texts = useMessages(schemaMessages)
  const validations = useData(policyKinds.validation.all, undefined)
  const transformations = useData(policyKinds.transformation.all, undefined)
  const rules = useData(ruleTextsQuery, undefined)
  return (
    <QueryView query={validations} skeleton={<Skeleton height={120} />}>
      {(checked) => (
        <QueryView query={transformations} skeleton={<Skeleton height={120} />}>
          {(changed) => {
            const uses = usesOf(name, { validations: checked, transformations: changed, rules: rules.data ?? [] })
            const isUnused = Object.values(uses).every((names) => names.length === 0)
            if (isUnused) return <EmptyState title={texts.noUses} hint={texts.noUsesHint} />
            return (
              <Stack gap={4}>
                <NamesOf
                  title={texts.usedByValidations}
                  names={uses.validations}
                  to="/schema-validation/detail/$name"
                />
                <NamesOf
                  title={texts.usedByTransformations}
                  names={uses.transformations}
                  to="/message-transformation/detail/$name"
                />
                <NamesOf title={texts.usedByRules} names={uses.rules} to="/rule/rules/$id" note={texts.rulesNote} />
              </Stack>
            )
          }}
        </QueryView>
      )}
    </QueryView>
  )
}

interface NamesOfProps {
  readonly title: string
  readonly names: readonly string[]
  readonly to: '/schema-validation/detail/$name' | '/message-transformation/detail/$name' | '/rule/rules/$id'
  readonly note?: string
}

function NamesOf({ title, names, to, note }: NamesOfProps) {
  if (names.length === 0) return null
  return (
    <Section title={title}>
      <Stack gap={2}>
        {note !== undefined && <Dim>{note}</Dim>}
        {names.map((name) => (
          <div key={name}>
            <Link to={to} params={{ name, id: name }}>
              {name}
            </Link>
          </div>
        ))}
      </Stack>
    </Section>
  )
}
