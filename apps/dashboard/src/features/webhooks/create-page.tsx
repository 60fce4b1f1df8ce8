import { useMemo, useState } from 'react'
import { z } from 'zod'
import { QueryView, useChange, useData, useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Dim, Notice, PageHeader, Skeleton, Stack, toast, useGo, useSearchState } from '../../ui/index.ts'
import { formMessages } from './form-messages.ts'
import { messages } from './messages.ts'
import { webhookChanges, webhookQuery, webhooksQuery } from './queries.ts'
import { composeSql, published } from './trigger.ts'
import type { Parts } from './webhook.ts'
import { WebhookForm } from './webhook-form.tsx'
import { toPartBodies, toSettings, type WebhookSettings } from './webhook-settings.ts'

/** `trigger=alarm` selects the events of alarms. `copy` is the name of a webhook to duplicate. */
const search = z.object({
  trigger: z.enum(['alarm']).optional().catch(undefined),
  copy: z.string().optional(),
})

export default function CreatePage() {
  const texts = useMessages(messages)
  const [{ trigger, copy }] = useSearchState(search)
  const list = useData(webhooksQuery, undefined)
  const original = useData(webhookQuery, { name: copy ?? '' }, { enabled: copy !== undefined })
  const skeleton = <Skeleton height={480} />
  return (
    <>
      <PageHeader title={texts.new} description={texts.description} />
      <QueryView query={list} skeleton={skeleton} quiet>
        {(all) =>
          copy === undefined ? (
            <NewWebhook key={trigger} start={initialSettings(trigger)} taken={all.map(({ name }) => name)} />
          ) : (
            <QueryView query={original} skeleton={skeleton} quiet>
              {(parts) => <Copy key={copy} name={copy} parts={parts} taken={all.map(({ name }) => name)} />}
            </QueryView>
          )
        }
      </QueryView>
    </>
  )
}

interface CopyProps {
  readonly name: string
  readonly parts: Parts
  readonly taken: readonly string[]
}

function Copy({ name, parts, taken }: CopyProps) {
  const texts = useMessages(formMessages)
  return (
    <Stack gap={4}>
      <Notice>
        <Dim>{texts.copyNote}</Dim>
      </Notice>
      <NewWebhook start={{ ...toSettings(name, parts), name: copyName(name, taken) }} taken={taken} isCopy />
    </Stack>
  )
}

interface NewWebhookProps {
  readonly start: WebhookSettings
  readonly taken: readonly string[]
  readonly isCopy?: boolean
}

const nothing: Parts = {}

function NewWebhook({ start, taken, isCopy = false }: NewWebhookProps) {
  const texts = useMessages(messages)
  const go = useGo()
  const isViewer = useIsViewer()
  const { run } = useChange(webhookChanges.save)
  // Keeps the first value, so that polling does not reset the form.
  const [first] = useState(start)
  const names = useMemo(() => [...taken], [taken])
  return (
    <WebhookForm
      mode={isCopy ? 'copy' : 'create'}
      value={first}
      before={nothing}
      taken={names}
      readOnly={isViewer}
      onSave={async (settings) => {
        const { name } = settings
        await run({ name, bodies: toPartBodies(settings, nothing), before: nothing })
        toast.success(texts.createdNamed(name))
        go({ to: '/webhook/$name', params: { name } }, { replace: true })
      }}
    />
  )
}

function initialSettings(trigger: 'alarm' | undefined): WebhookSettings {
  const alarms = ['$events/sys/alarm_activated', '$events/sys/alarm_deactivated']
  const sql =
    trigger === 'alarm'
      ? composeSql({ kind: 'events', events: alarms }, [])
      : composeSql({ kind: 'messages', events: [published], filters: [] }, [])
  return {
    name: '',
    description: '',
    sql: sql ?? '',
    connector: {},
    action: { parameters: { body: '${.}' } },
  }
}

/** An unused name, such as `alerts_copy` or `alerts_copy2`. */
function copyName(name: string, taken: readonly string[]): string {
  for (let count = 1; ; count++) {
    const next = `${name}_copy${count === 1 ? '' : count}`
    if (!taken.includes(next)) return next
  }
}
