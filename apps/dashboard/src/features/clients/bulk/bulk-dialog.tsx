import { useState } from 'react'
import { z } from 'zod'
import { FormBody, useContractForm, useErrorText } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { filterFault } from '../../../lib/topics/topic-filter.ts'
import { topicFilterMessages } from '../../../lib/topics/topic-filter-messages.ts'
import {
  Dim,
  ErrorState,
  Fields,
  Modal,
  NameList,
  Notice,
  NumberField,
  SegmentedField,
  Stack,
  TextField,
  toast,
} from '../../../ui/index.ts'
import { blankTerms, hasEnded, TermsFields, untilOf } from '../../bans/index.ts'
import { type BulkAction, bulkActions, requiredStates, useStartBulk } from './bulk-actions.ts'
import { bulkMessages } from './bulk-messages.ts'
import { maxTargetClients, type TargetClients } from './collect-clients.ts'
import { type ClientSearchState, type ClientSelection, useTargetClients } from './target-clients-queries.ts'

export interface BulkRequest {
  /** Undefined: the dialog offers all actions. */
  readonly action?: BulkAction
  readonly selection: ClientSelection
  /** Called when the job has started. */
  readonly onStarted?: () => void
}

interface BulkDialogProps {
  /** Undefined while the dialog is closed. */
  readonly request: BulkRequest | undefined
  readonly onClose: () => void
}

/** Confirms an action on many clients: shows their number and the first client IDs, and asks for the rate. */
export function BulkDialog({ request, onClose }: BulkDialogProps) {
  const texts = useMessages(bulkMessages)
  const [chosen, setChosen] = useState<BulkAction>('kick')
  const action = request?.action ?? chosen
  const title = request?.action === undefined ? texts.title : texts.actions[action].title
  return (
    <Modal opened={request !== undefined} onClose={onClose} title={title} size={560}>
      {request && (
        <Stack gap={5}>
          {request.action === undefined && (
            <SegmentedField
              label={texts.action}
              value={action}
              onChange={setChosen}
              options={bulkActions.map((value) => ({ value, label: texts.actions[value].name }))}
            />
          )}
          <BulkForm key={action} request={request} action={action} onClose={onClose} />
        </Stack>
      )}
    </Modal>
  )
}

/** Number of client IDs shown. */
const shownNames = 20
const maxRate = 1000
/** Per second: slow enough for the clients to reconnect one after the other. */
const defaultRate = 10
/** With more clients, their number must be typed. */
const maxWithoutTyping = 50
/** Milliseconds. Shorter jobs finish before a message about their start could be read. */
const longJobMs = 3000

const blank = { topic: '', rate: defaultRate as number | undefined, typed: '', terms: blankTerms }

interface BulkFormProps {
  readonly request: BulkRequest
  readonly action: BulkAction
  readonly onClose: () => void
}

function BulkForm({ request: { selection, onStarted }, action, onClose }: BulkFormProps) {
  const texts = useMessages(bulkMessages)
  const topicTexts = useMessages(topicFilterMessages)
  const actionTexts = texts.actions[action]
  const format = useFormat()
  const search = useTargetClients(selection, requiredStates[action])
  const start = useStartBulk()
  const clientids = 'targets' in search ? search.targets.clientids : []
  const count = clientids.length
  const mustType = count > maxWithoutTyping
  const job = actionTexts.job(count, format.number(count))

  const form = useContractForm(z.object({ rate: z.int().min(1).max(maxRate) }), {
    initial: blank,
    toBody: ({ rate }) => ({ rate }),
    check({ topic, rate, typed, terms }) {
      const until = untilOf(terms, Date.now())
      const fault = action === 'unsubscribe' ? filterFault(topic.trim()) : undefined
      return {
        topic: fault && topicTexts[fault],
        rate: !isRate(rate) && texts.badRate(format.number(maxRate)),
        typed: mustType && typed.trim() !== String(count) && texts.notTyped(String(count)),
        terms: action === 'ban' && (until === undefined || hasEnded(until, Date.now())) && texts.badTerms,
      }
    },
    async submit(_, { rate = defaultRate, terms, topic }) {
      start(action, clientids, { perSecond: rate, terms, topic: topic.trim() })
      if ((count / rate) * 1000 > longJobMs) toast.info(texts.started(job))
      onStarted?.()
      onClose()
    },
  })
  const { rate } = form.values
  const durationMs = isRate(rate) ? (count / rate) * 1000 : 0
  return (
    <FormBody
      form={form}
      action={count === 0 ? actionTexts.name : job}
      danger
      disabled={count === 0}
      onCancel={onClose}
    >
      <TargetSummary search={search} action={action} />
      <Fields>
        {action === 'ban' && (
          <TermsFields
            terms={form.values.terms}
            onChange={form.field('terms').onChange}
            showsFaults={form.form.formState.isSubmitted}
          />
        )}
        {action === 'unsubscribe' && (
          <TextField
            mono
            required
            label={texts.topicFilter}
            description={texts.topicHint}
            placeholder="t/#"
            autoComplete="off"
            data-autofocus
            {...form.input('topic')}
          />
        )}
        {count > 1 && (
          <NumberField
            label={texts.rate}
            unit={texts.rateUnit}
            min={1}
            max={maxRate}
            step={10}
            {...form.field('rate')}
            {...(durationMs > longJobMs && { description: texts.takes(format.duration(durationMs)) })}
          />
        )}
        {mustType && <TextField label={texts.typeCount(String(count))} autoComplete="off" {...form.input('typed')} />}
      </Fields>
    </FormBody>
  )
}

const isRate = (rate: number | undefined): rate is number =>
  rate !== undefined && Number.isInteger(rate) && rate >= 1 && rate <= maxRate

/** The number of clients and the first client IDs. */
function TargetSummary({ search, action }: { readonly search: ClientSearchState; readonly action: BulkAction }) {
  const texts = useMessages(bulkMessages)
  const format = useFormat()
  const errorText = useErrorText()
  const actionTexts = texts.actions[action]
  if ('error' in search)
    return <ErrorState title={texts.searchFailed} message={errorText(search.error)} onRetry={search.retry} />
  if ('found' in search) return <p role="status">{texts.searching(format.number(search.found))}</p>
  const { clientids, isLimited }: TargetClients = search.targets
  if (clientids.length === 0) return <Notice>{actionTexts.noTargets}</Notice>
  return (
    <Stack gap={3}>
      <p role="status">
        <strong>{actionTexts.targets(clientids.length, format.number(clientids.length))}</strong>
      </p>
      <NameList names={clientids.slice(0, shownNames)} total={clientids.length} max={shownNames} />
      {isLimited && <Notice tone="amber">{texts.limited(format.number(maxTargetClients))}</Notice>}
      <Dim>{actionTexts.effect}</Dim>
    </Stack>
  )
}
