import { type FormEvent, useState } from 'react'
import { useErrorText } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { filterFault } from '../../lib/topic-filter.ts'
import { topicFilterMessages } from '../../lib/topic-filter-messages.ts'
import {
  Button,
  Dim,
  ErrorState,
  Fields,
  Group,
  Modal,
  NameList,
  Notice,
  NumberField,
  Stack,
  TextField,
  toast,
} from '../../ui/index.ts'
import { blankTerms, hasEnded, TermsFields, untilOf } from '../bans/index.ts'
import { type BulkAction, requiredStates, useStartBulk } from './bulk-actions.ts'
import { bulkMessages } from './bulk-messages.ts'
import { maxTargetClients, type TargetClients } from './collect-clients.ts'
import { type ClientSearchState, type ClientSelection, useTargetClients } from './target-clients-queries.ts'

export interface BulkRequest {
  readonly action: BulkAction
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
  return (
    <Modal
      opened={request !== undefined}
      onClose={onClose}
      title={request && texts.actions[request.action].title}
      size={560}
    >
      {request && <BulkForm request={request} onClose={onClose} />}
    </Modal>
  )
}

/** Number of client IDs shown. With more clients the form also asks for the rate. */
const shownNames = 20
const maxRate = 1000
const defaultRate = 100
/** Milliseconds. Shorter jobs finish before a message about their start could be read. */
const longJobMs = 3000

function BulkForm({ request, onClose }: { readonly request: BulkRequest; readonly onClose: () => void }) {
  const { action, selection, onStarted } = request
  const texts = useMessages(bulkMessages)
  const actionTexts = texts.actions[action]
  const format = useFormat()
  const search = useTargetClients(selection, requiredStates[action])
  const start = useStartBulk()
  const [terms, setTerms] = useState(blankTerms)
  const [topic, setTopic] = useState('')
  const [rate, setRate] = useState<number | undefined>(defaultRate)
  const [isSubmitted, setSubmitted] = useState(false)
  const faults = useFaults({ action, topic, rate })
  const clientids = 'targets' in search ? search.targets.clientids : []
  const count = clientids.length
  const durationMs = faults.rate === undefined && rate !== undefined ? (count / rate) * 1000 : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    const until = untilOf(terms, Date.now())
    const lacksExpiry = action === 'ban' && (until === undefined || hasEnded(until, Date.now()))
    if (count === 0 || lacksExpiry || rate === undefined || faults.rate !== undefined || faults.topic !== undefined)
      return
    start(action, clientids, { perSecond: rate, terms, topic: topic.trim() })
    if (durationMs !== undefined && durationMs > longJobMs)
      toast.info(texts.started(actionTexts.job(count, format.number(count))))
    onStarted?.()
    onClose()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={5}>
        <TargetSummary search={search} action={action} />
        <Fields>
          {action === 'ban' && <TermsFields terms={terms} onChange={setTerms} showsFaults={isSubmitted} />}
          {action === 'unsubscribe' && (
            <TextField
              mono
              required
              label={texts.topicFilter}
              description={texts.topicHint}
              placeholder="t/#"
              autoComplete="off"
              data-autofocus
              value={topic}
              onChange={(event) => setTopic(event.currentTarget.value)}
              error={isSubmitted ? faults.topic : undefined}
            />
          )}
          {count > shownNames && (
            <NumberField
              label={texts.rate}
              unit={texts.rateUnit}
              min={1}
              max={maxRate}
              step={10}
              value={rate}
              onChange={setRate}
              error={faults.rate}
              {...(durationMs !== undefined &&
                durationMs > longJobMs && { description: texts.takes(format.duration(durationMs)) })}
            />
          )}
        </Fields>
        <Group justify="end">
          <Button onClick={onClose} data-autofocus={action === 'unsubscribe' ? undefined : true}>
            {texts.cancel}
          </Button>
          <Button type="submit" variant="confirm-danger" disabled={count === 0}>
            {count === 0 ? actionTexts.name : actionTexts.job(count, format.number(count))}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface BulkInput {
  readonly action: BulkAction
  readonly topic: string
  readonly rate: number | undefined
}

function useFaults({ action, topic, rate }: BulkInput) {
  const texts = useMessages(bulkMessages)
  const topicTexts = useMessages(topicFilterMessages)
  const format = useFormat()
  const fault = action === 'unsubscribe' ? filterFault(topic.trim()) : undefined
  const isValidRate = rate !== undefined && Number.isInteger(rate) && rate >= 1 && rate <= maxRate
  return {
    topic: fault && topicTexts[fault],
    rate: isValidRate ? undefined : texts.badRate(format.number(maxRate)),
  }
}

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
