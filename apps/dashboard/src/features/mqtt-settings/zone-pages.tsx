import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { isRecord } from '../../lib/json/json-path.ts'
import { type Fault, type SettingsFormProps, SettingsPage, type SettingsPageProps } from '../../schema-form/index.ts'
import { PageHeader } from '../../ui/index.ts'
import { globalZoneQuery } from '../zones/index.ts'
import { formMessages } from './form-messages.ts'
import { allSessionFields, generalFields, otherFields, sessionFields } from './mqtt-fields.ts'
import { saveZone } from './queries.ts'

export function GeneralPage() {
  const { general, pages } = useMessages(formMessages)
  const groups = useMemo(
    () => [
      { title: general.limits, fields: generalFields.limits },
      { title: general.features, fields: generalFields.features },
      { title: general.connection, fields: generalFields.connection },
      { title: general.identity, fields: generalFields.identity },
      { title: general.protocol, fields: generalFields.protocol },
    ],
    [general],
  )
  return (
    <ZonePage
      root="mqtt"
      component="emqx.mqtt"
      groups={groups}
      hide={allSessionFields}
      hiddenOn={pages.session}
      check={checkAttributes}
    />
  )
}

export function SessionPage() {
  const { pages, session } = useMessages(formMessages)
  const groups = useMemo(
    () => [
      { title: session.session, fields: sessionFields.session },
      { title: session.delivery, fields: sessionFields.delivery },
      { title: session.queue, fields: sessionFields.queue },
    ],
    [session],
  )
  return (
    <ZonePage
      root="mqtt"
      component="emqx.mqtt"
      groups={groups}
      hiddenOn={pages.general}
      bySchema={(document) => ({ hide: otherFields(document) })}
    />
  )
}

export function ForceShutdownPage() {
  const { forceShutdown, session } = useMessages(formMessages)
  const groups = useMemo(
    () => [{ fields: ['enable'] }, { title: forceShutdown.limits, fields: ['max_mailbox_size', 'max_heap_size'] }],
    [forceShutdown],
  )
  const hints = useMemo(
    () => ({ max_mailbox_size: session.zeroUnlimited, max_heap_size: session.zeroUnlimited }),
    [session],
  )
  return <ZonePage root="force_shutdown" component="emqx.force_shutdown" groups={groups} hints={hints} />
}

interface ZonePageProps
  extends Pick<SettingsPageProps<unknown>, 'note' | 'bySchema' | 'groups' | 'hide' | 'hints' | 'check' | 'hiddenOn'> {
  readonly root: keyof typeof saveZone
  readonly component: SettingsFormProps['component']
}

/** A settings page for one root of the zone `default`. */
export function ZonePage({ root, ...page }: ZonePageProps) {
  return (
    <SettingsPage
      {...page}
      root={root}
      header={<PageHeader />}
      query={globalZoneQuery}
      change={saveZone[root]}
      part={(zone) => zone[root]}
    />
  )
}

/** Checks the table of client attributes for empty cells and duplicate names. */
function checkAttributes(mqtt: unknown): readonly Fault[] {
  const rows = isRecord(mqtt) && Array.isArray(mqtt.client_attrs_init) ? mqtt.client_attrs_init.filter(isRecord) : []
  const names = rows.map(({ set_as_attr }) => set_as_attr)
  return rows.flatMap(({ expression, set_as_attr }, index): Fault[] => {
    const at = (field: string) => ['client_attrs_init', index, field]
    if (isEmpty(expression)) return [{ path: at('expression'), text: faultTexts('missing') }]
    if (isEmpty(set_as_attr)) return [{ path: at('set_as_attr'), text: faultTexts('missing') }]
    return names.indexOf(set_as_attr) < index ? [{ path: at('set_as_attr'), text: faultTexts('duplicate') }] : []
  })
}

const isEmpty = (cell: unknown) => typeof cell !== 'string' || cell.trim() === ''

const faultTexts = (name: 'missing' | 'duplicate') => ({
  en: formMessages.en.attributes[name],
  zh: formMessages.zh.attributes[name],
})
