import { type FormEvent, useState } from 'react'
import { blankTerms, hasEnded, TermsFields, untilOf } from '../../bans/index.ts'
import { useErrorText } from '../../data/index.ts'
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
import { type BulkAction, useStartBulk, wantedState } from './bulk-actions.ts'
import { type Audience, largestAudience } from './bulk-audience.ts'
import { bulkMessages } from './bulk-messages.ts'
import { type ChosenClients, type Search, useAudience } from './use-audience.ts'

export interface BulkWish {
  readonly action: BulkAction
  readonly chosen: ChosenClients
  /** The job has begun. */
  readonly onStarted?: () => void
}

interface BulkDialogProps {
  /** Undefined: closed. */
  readonly wish: BulkWish | undefined
  readonly onClose: () => void
}

/** Before something is done to many clients: to whom, how many and who they are, how fast. */
export function BulkDialog({ wish, onClose }: BulkDialogProps) {
  const texts = useMessages(bulkMessages)
  return (
    <Modal opened={wish !== undefined} onClose={onClose} title={wish && texts.actions[wish.action].title} size={560}>
      {wish && <BulkForm wish={wish} onClose={onClose} />}
    </Modal>
  )
}

/** So many are shown by name; above that, the pace begins to matter. */
const sample = 20
const fastest = 1000
const usualPace = 100
/** What takes less is over before somebody has looked. */
const longJob = 3000

function BulkForm({ wish, onClose }: { readonly wish: BulkWish; readonly onClose: () => void }) {
  const { action, chosen, onStarted } = wish
  const texts = useMessages(bulkMessages)
  const words = texts.actions[action]
  const format = useFormat()
  const search = useAudience(chosen, wantedState[action])
  const start = useStartBulk()
  const [terms, setTerms] = useState(blankTerms)
  const [topic, setTopic] = useState('')
  const [pace, setPace] = useState<number | undefined>(usualPace)
  const [isTried, setTried] = useState(false)
  const faults = useFaults({ action, topic, pace })
  const clientids = 'audience' in search ? search.audience.clientids : []
  const count = clientids.length
  const took = faults.pace === undefined && pace !== undefined ? (count / pace) * 1000 : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const until = untilOf(terms, Date.now())
    const isTermless = action === 'ban' && (until === undefined || hasEnded(until, Date.now()))
    if (count === 0 || isTermless || pace === undefined || faults.pace !== undefined || faults.topic !== undefined)
      return
    start(action, clientids, { perSecond: pace, terms, topic: topic.trim() })
    if (took !== undefined && took > longJob) toast.info(texts.begun(words.job(count, format.number(count))))
    onStarted?.()
    onClose()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={5}>
        <Whom search={search} action={action} />
        <Fields>
          {action === 'ban' && <TermsFields terms={terms} onChange={setTerms} isTried={isTried} />}
          {action === 'unsubscribe' && (
            <TextField
              mono
              required
              label={texts.topic}
              description={texts.topicHint}
              placeholder="t/#"
              autoComplete="off"
              data-autofocus
              value={topic}
              onChange={(event) => setTopic(event.currentTarget.value)}
              error={isTried ? faults.topic : undefined}
            />
          )}
          {count > sample && (
            <NumberField
              label={texts.rate}
              unit={texts.rateUnit}
              min={1}
              max={fastest}
              step={10}
              value={pace}
              onChange={setPace}
              error={faults.pace}
              {...(took !== undefined && took > longJob && { description: texts.takes(format.duration(took)) })}
            />
          )}
        </Fields>
        <Group justify="end">
          <Button onClick={onClose} data-autofocus={action === 'unsubscribe' ? undefined : true}>
            {texts.cancel}
          </Button>
          <Button type="submit" variant="danger" disabled={count === 0}>
            {count === 0 ? words.name : words.job(count, format.number(count))}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface Asked {
  readonly action: BulkAction
  readonly topic: string
  readonly pace: number | undefined
}

function useFaults({ action, topic, pace }: Asked) {
  const texts = useMessages(bulkMessages)
  const topics = useMessages(topicFilterMessages)
  const format = useFormat()
  const fault = action === 'unsubscribe' ? filterFault(topic.trim()) : undefined
  const isPace = pace !== undefined && Number.isInteger(pace) && pace >= 1 && pace <= fastest
  return {
    topic: fault && topics[fault],
    pace: isPace ? undefined : texts.badRate(format.number(fastest)),
  }
}

/** The clients, by their number and the first few by name. */
function Whom({ search, action }: { readonly search: Search; readonly action: BulkAction }) {
  const texts = useMessages(bulkMessages)
  const format = useFormat()
  const errorText = useErrorText()
  const words = texts.actions[action]
  if ('error' in search)
    return <ErrorState title={texts.couldNotLook} message={errorText(search.error)} onRetry={search.retry} />
  if ('found' in search) return <p role="status">{texts.looking(format.number(search.found))}</p>
  const { clientids, isCut }: Audience = search.audience
  if (clientids.length === 0) return <Notice>{words.nobody}</Notice>
  return (
    <Stack gap={3}>
      <p role="status">
        <strong>{words.whom(clientids.length, format.number(clientids.length))}</strong>
      </p>
      <NameList names={clientids.slice(0, sample)} total={clientids.length} max={sample} />
      {isCut && <Notice tone="amber">{texts.cut(format.number(largestAudience))}</Notice>}
      <Dim>{words.effect}</Dim>
    </Stack>
  )
}
