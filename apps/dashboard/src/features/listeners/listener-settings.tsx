import type { ListenerInfo } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useData, useFresh } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { isRecord } from '../../lib/json/json-path.ts'
import { SettingsForm } from '../../schema-form/index.ts'
import { Skeleton } from '../../ui/index.ts'
import { toFieldError } from './field-errors.ts'
import { formMessages } from './form-messages.ts'
import { componentOf, listenerDocument, listenerGroups, useFormNotes } from './listener-document.ts'
import { effectOf, settingsOf } from './listener-value.ts'
import { listenerQuery, listenerTypesQuery, update } from './queries.ts'
import { zonesQuery } from './zone-queries.ts'

interface ListenerSettingsProps {
  readonly info: ListenerInfo
  /** Number of clients that a change may disconnect. */
  readonly connected: number
}

export function ListenerSettings({ info, connected }: ListenerSettingsProps) {
  const texts = useMessages(formMessages)
  const zones = useData(zonesQuery, undefined)
  const types = useData(listenerTypesQuery, undefined)
  const fresh = useFresh(listenerQuery, { id: info.id })
  const { run } = useChange(update)
  const { id, type } = info
  const document = useMemo(() => listenerDocument(type, { isNew: false, zones: zones.data }), [type, zones.data])
  const groups = useMemo(() => listenerGroups(type, texts), [type, texts])
  const value = useMemo(() => settingsOf(info), [info])
  const notes = useFormNotes(zones.data, types.data)
  if (zones.isLoading || types.isLoading) return <Skeleton height={480} />
  const isMqdeck = types.data !== undefined
  return (
    <SettingsForm
      {...notes}
      document={document}
      component={componentOf(type)}
      root={`listeners.${id.replace(':', '.')}`}
      groups={groups}
      value={value}
      read={async () => settingsOf(await fresh())}
      warning={(changes) => {
        const effect = effectOf(type, changes, isMqdeck)
        return effect === 'none' || !info.enable ? undefined : texts.effects[effect](connected)
      }}
      save={async (next) => {
        try {
          await run({ ...(isRecord(next) && next), id, type })
        } catch (error) {
          throw toFieldError(error, texts)
        }
      }}
    />
  )
}
