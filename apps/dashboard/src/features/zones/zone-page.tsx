import { useMemo } from 'react'
import { DetailPage, QueryView, useChange, useData, useFresh } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { isRecord } from '../../lib/json/json-path.ts'
import { hotConfQuery, type SchemaDocument, SettingsForm } from '../../schema-form/index.ts'
import { Link, Mono, Notice, Skeleton, Stack, usePathParam } from '../../ui/index.ts'
import { listenerSettingsQuery, type ZoneOverrides, zonesQuery } from '../listeners/index.ts'
import { globalZoneQuery } from './global-zone-queries.ts'
import { messages } from './messages.ts'
import { saveZones } from './queries.ts'
import { useZoneGroups, zoneSchema } from './zone-document.ts'
import { listenersByZone, toFieldError, withoutEmptyGroups } from './zone-value.ts'

export default function ZonePage() {
  const name = usePathParam('name')
  const texts = useMessages(messages)
  const schema = useData(hotConfQuery, undefined)
  const global = useData(globalZoneQuery, undefined)
  const zones = useData(zonesQuery, undefined)
  const skeleton = <Skeleton height={480} />
  return (
    <DetailPage
      query={zones}
      name={<Mono>{name}</Mono>}
      isMissing={!zones.isLoading && !zones.error && !Object.hasOwn(zones.data ?? none, name)}
      missing={{
        title: texts.notFound,
        hint: texts.notFoundHint(name),
        action: <Link to="/zones">{texts.allZones}</Link>,
      }}
      content={(all) => (
        <QueryView query={schema} skeleton={skeleton}>
          {(document) => (
            <QueryView query={global} skeleton={skeleton}>
              {(inherited) => (
                <ZoneForm key={name} name={name} zone={all?.[name] ?? none} document={document} inherited={inherited} />
              )}
            </QueryView>
          )}
        </QueryView>
      )}
    />
  )
}

const none: ZoneOverrides = {}

interface ZoneFormProps {
  readonly name: string
  readonly zone: ZoneOverrides
  readonly document: SchemaDocument
  readonly inherited: unknown
}

function ZoneForm({ name, zone, document, inherited }: ZoneFormProps) {
  const fresh = useFresh(zonesQuery, undefined)
  const { run } = useChange(saveZones)
  const component = useMemo(() => zoneSchema(document, { isNew: false }), [document])
  const groups = useZoneGroups(document)
  return (
    <Stack gap={4}>
      <ZoneUsage name={name} />
      <SettingsForm
        document={document}
        component={component}
        root={`zones.${name}`}
        groups={groups}
        inherited={inherited}
        value={zone}
        read={async () => (await fresh())?.[name] ?? none}
        save={async (value) => {
          try {
            await run({ ...(await fresh()), [name]: withoutEmptyGroups(isRecord(value) ? value : {}) })
          } catch (error) {
            throw toFieldError(error, name)
          }
        }}
      />
    </Stack>
  )
}

function ZoneUsage({ name }: { readonly name: string }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const { data } = useData(listenerSettingsQuery, undefined)
  if (!data) return null
  const users = listenersByZone(data.values()).get(name) ?? []
  return <Notice>{users.length === 0 ? texts.unused : texts.usedByListeners(format.list(users))}</Notice>
}
