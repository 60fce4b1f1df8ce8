import { type FormEvent, useRef, useState } from 'react'
import { useErrorText, useFresh, useStartJob } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { type FilterFault, filterFault } from '../../lib/topics/topic-filter.ts'
import { topicFilterMessages } from '../../lib/topics/topic-filter-messages.ts'
import {
  Button,
  ErrorState,
  focusInvalid,
  Group,
  Modal,
  NameList,
  NumberField,
  Stack,
  TextField,
  toast,
} from '../../ui/index.ts'
import { removeRetained, retainedTopicsQuery } from './delete-queries.ts'
import { messages } from './messages.ts'

interface DeleteMatchingDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Initial filter, from the list. */
  readonly filter: string | undefined
}

/** Counts the matching messages, shows some of them, and then deletes them one by one. */
export function DeleteMatchingDialog({ opened, onClose, filter }: DeleteMatchingDialogProps) {
  const texts = useMessages(messages)
  return (
    <Modal opened={opened} onClose={onClose} title={texts.deleteMatching} size={560}>
      <DeleteMatchingForm filter={filter ?? ''} onClose={onClose} />
    </Modal>
  )
}

/** Deletions per second. */
const usualPace = 100
const fastest = 1000

function DeleteMatchingForm({ filter, onClose }: { readonly filter: string; readonly onClose: () => void }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(filter)
  const [pace, setPace] = useState<number | undefined>(usualPace)
  const isPaceGood = pace !== undefined && Number.isInteger(pace) && pace >= 1 && pace <= fastest
  const start = useStartDeleting()
  const { topics, fault, error, isCounting, count, forget } = useCounting(draft)
  const found = topics?.length ?? 0
  // Enter only counts, so that pressing it repeatedly never deletes anything.
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void count()
  }
  const begin = () => {
    if (topics === undefined) return
    if (!isPaceGood) return void focusInvalid(form.current)
    start(topics, pace)
    onClose()
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap={4}>
        <TextField
          mono
          label={texts.topicFilter}
          description={texts.deleteMatchingIntro}
          value={draft}
          placeholder="hall/#"
          autoComplete="off"
          data-autofocus
          error={fault}
          onChange={(event) => {
            setDraft(event.currentTarget.value)
            forget()
          }}
        />
        {error !== undefined && <ErrorState message={error} />}
        <div aria-live="polite">{topics && <strong>{texts.matching(format.number(found))}</strong>}</div>
        {topics && found > 0 && (
          <>
            <NameList names={topics} />
            <NumberField
              label={texts.rate}
              value={pace}
              onChange={setPace}
              min={1}
              max={fastest}
              unit={texts.messagesPerSecond}
              error={isPaceGood ? undefined : texts.badRate(format.number(fastest))}
              description={texts.estimate(
                format.duration(Math.max(1000, (found / (isPaceGood ? pace : usualPace)) * 1000)),
              )}
            />
          </>
        )}
        <Group justify="end">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant={found > 0 ? 'default' : 'primary'} loading={isCounting}>
            {texts.countMessages}
          </Button>
          {found > 0 && (
            <Button variant="confirm-danger" onClick={begin}>
              {texts.deleteMany(format.number(found))}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

/** Deletes the messages of several topics as a job, with one request each. */
function useStartDeleting(): (topics: readonly string[], perSecond: number) => void {
  const texts = useMessages(messages)
  const format = useFormat()
  const startJob = useStartJob()
  return (topics, perSecond) => {
    const count = format.number(topics.length)
    startJob({
      title: texts.deleteMany(count),
      items: topics.map((topic) => ({ topic })),
      nameOf: ({ topic }) => topic,
      change: removeRetained,
      perSecond,
    })
    toast.info(texts.deleteStarted(count))
  }
}

interface Counted {
  /** Undefined until they are counted. */
  readonly topics?: readonly string[]
  readonly fault?: FilterFault
  readonly error?: unknown
  readonly isCounting?: true
}

function useCounting(filter: string) {
  const faults = useMessages(topicFilterMessages)
  const errorText = useErrorText()
  const readTopics = useFresh(retainedTopicsQuery, { filter })
  const [{ topics, fault, error, isCounting = false }, setCounted] = useState<Counted>({})
  // The answer for a previous filter is ignored.
  const turn = useRef(0)
  const forget = () => {
    turn.current++
    setCounted({})
  }
  const count = async () => {
    const wrong = filterFault(filter)
    if (wrong !== undefined) return setCounted({ fault: wrong })
    const mine = ++turn.current
    const take = (next: Counted) => {
      if (mine === turn.current) setCounted(next)
    }
    setCounted({ isCounting: true })
    await readTopics().then(
      (found) => take({ topics: found }),
      (cause: unknown) => take({ error: cause }),
    )
  }
  return {
    topics,
    fault: fault && faults[fault],
    error: error === undefined ? undefined : errorText(error),
    isCounting,
    count,
    forget,
  }
}
