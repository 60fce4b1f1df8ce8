import { useMemo } from 'react'
import { QueryView, useChange, useData, useFresh } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { isRecord } from '../../lib/json/json-path.ts'
import {
  type Fault,
  hotConfQuery,
  type SchemaDocument,
  SchemaForm,
  useSchemaForm,
  withCheck,
} from '../../schema-form/index.ts'
import { CodeBlock, Link, PageHeader, Section, Skeleton, Stack, toast, useGo } from '../../ui/index.ts'
import { globalZone, zonesQuery } from '../listeners/index.ts'
import { globalZoneQuery } from './global-zone-queries.ts'
import { messages } from './messages.ts'
import { saveZones } from './queries.ts'
import { useZoneGroups, zoneSchema } from './zone-document.ts'
import { isZoneName, toFieldError, withoutEmptyGroups } from './zone-value.ts'

export default function CreateZonePage() {
  const texts = useMessages(messages)
  const schema = useData(hotConfQuery, undefined)
  const global = useData(globalZoneQuery, undefined)
  const zones = useData(zonesQuery, undefined)
  if (!zones.isLoading && !zones.error && zones.data === undefined) return <CreateElsewhere />
  return (
    <>
      <PageHeader title={texts.newZone} description={texts.description} />
      <QueryView query={schema} skeleton={<Skeleton height={480} />}>
        {(document) => (
          <QueryView query={global} skeleton={<Skeleton height={480} />}>
            {(inherited) => <ZoneForm document={document} inherited={inherited} />}
          </QueryView>
        )}
      </QueryView>
    </>
  )
}

/** Zones can only be replaced as a whole, so existing zones that the broker does not report would be lost. */
function CreateElsewhere() {
  const texts = useMessages(messages)
  return (
    <>
      <PageHeader title={texts.newZone} description={texts.description} />
      <Section>
        <Stack gap={3}>
          <div>{texts.createElsewhere}</div>
          <CodeBlock code={example} />
          <div>{texts.thenSelect}</div>
          <Link to="/listener">{texts.listeners}</Link>
        </Stack>
      </Section>
    </>
  )
}

const example = `zones {
  my_zone {
    mqtt { max_inflight = 64 }
  }
}`

interface ZoneFormProps {
  readonly document: SchemaDocument
  readonly inherited: unknown
}

const nothing = { name: '' }

function ZoneForm({ document, inherited }: ZoneFormProps) {
  const texts = useMessages(messages)
  const go = useGo()
  const fresh = useFresh(zonesQuery, undefined)
  const { data: zones } = useData(zonesQuery, undefined)
  const { run } = useChange(saveZones)
  const component = useMemo(() => zoneSchema(document, { isNew: true }), [document])
  // Not `create`, because a zone would then override every setting with its default.
  const control = useSchemaForm({ document, component, mode: 'edit', value: nothing })
  const form = useMemo(() => withCheck(control, (value) => checkName(value, zones ?? {})), [control, zones])
  const groups = useZoneGroups(document)
  return (
    <SchemaForm
      form={form}
      groups={groups}
      inherited={inherited}
      isNew
      saveLabel={texts.create}
      onSave={async (value) => {
        const { name: enteredName, ...overrides } = isRecord(value) ? value : {}
        const name = String(enteredName)
        try {
          await run({ ...(await fresh()), [name]: withoutEmptyGroups(overrides) })
          toast.success(texts.created(name))
          go({ to: '/zones/detail/$name', params: { name } })
        } catch (error) {
          throw toFieldError(error, name)
        }
      }}
    />
  )
}

function checkName(value: unknown, zones: object): readonly Fault[] {
  const name = isRecord(value) ? value.name : undefined
  const fault = (kind: keyof typeof messages.en.faults) => [
    { path: ['name'], text: { en: messages.en.faults[kind], zh: messages.zh.faults[kind] } },
  ]
  if (typeof name !== 'string' || !isZoneName(name)) return fault('name')
  if (name === globalZone) return fault('reserved')
  return Object.hasOwn(zones, name) ? fault('nameTaken') : []
}
