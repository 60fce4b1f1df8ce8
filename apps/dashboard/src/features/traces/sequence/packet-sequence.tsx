import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { useErrorSentence, usePolling } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  EmptyState,
  ListFooter,
  ListPanel,
  Notice,
  Skeleton,
  Stack,
  StatusDot,
  useSearchState,
} from '../../../ui/index.ts'
import { lineMessages } from '../../log/index.ts'
import { useTraceReader } from '../queries.ts'
import { EventDrawer } from './event-drawer.tsx'
import { families, filterEvents, noteChoices, type SequenceFilter } from './filter-events.ts'
import { sequenceMessages } from './messages.ts'
import { SequenceList } from './sequence-list.tsx'
import { createSequenceReader, type ReaderState, type ReadFrom, type SequenceReader } from './sequence-reader.ts'
import { SequenceToolbar } from './sequence-toolbar.tsx'

interface PacketSequenceProps {
  /** The trace, of type clientid. */
  readonly name: string
  /** Give the component a `key` per node, so that its state is reset. */
  readonly node: string
  /** Whether the trace still grows. */
  readonly isRunning: boolean
}

const searchSchema = z.object({
  family: z.enum(families).optional().catch(undefined),
  notes: z.enum(noteChoices).catch('important').default('important'),
  pings: z.enum(['shown', 'hidden']).catch('shown').default('shown'),
  connection: z.coerce.number().int().positive().optional().catch(undefined),
  find: z.string().catch('').default(''),
  from: z.enum(['newest', 'oldest']).catch('newest').default('newest'),
})

const pollIntervalMs = 1000

/** Sequence diagram of the packets between a client and the broker, with broker events. Keeps its filters in the URL. */
export function PacketSequence(props: PacketSequenceProps) {
  const [{ from }, setSearch] = useSearchState(searchSchema)
  return (
    <Sequence key={from} {...props} from={from} onFrom={(next) => setSearch({ from: next }, { keepScroll: true })} />
  )
}

interface SequenceProps extends PacketSequenceProps {
  readonly from: ReadFrom
  readonly onFrom: (from: ReadFrom) => void
}

function Sequence({ name, node, isRunning, from, onFrom }: SequenceProps) {
  const texts = useMessages(sequenceMessages)
  const lineTexts = useMessages(lineMessages)
  const format = useFormat()
  const { reader, state } = useReader(name, node, isRunning, from)
  const { filter, setFilter } = useFilter()
  const [isFollowing, setFollowing] = useState(from === 'newest')
  const [opened, setOpened] = useState<number>()
  const events = useMemo(() => (state.version >= 0 ? reader.sequence.events() : []), [reader, state.version])
  const shown = useMemo(() => filterEvents(events, filter), [events, filter])
  const find = useCallback((seq: number) => events[seq - (events[0]?.seq ?? 0)], [events])
  const event = opened === undefined ? undefined : find(opened)
  if (events.length === 0) return <NoEvents state={state} isRunning={isRunning} />
  return (
    <Stack gap={3}>
      <OmittedParts reader={reader} state={state} from={from} onFrom={onFrom} />
      <ListPanel>
        <SequenceToolbar filter={filter} onFilter={setFilter} connections={reader.sequence.connections()} />
        {shown.length === 0 ? (
          <EmptyState
            title={texts.noResults}
            action={
              <Button
                onClick={() =>
                  setFilter({ family: undefined, notes: 'all', pings: true, connection: undefined, find: '' })
                }
              >
                {texts.showAll}
              </Button>
            }
          />
        ) : (
          <SequenceList
            events={shown}
            isRunning={isRunning}
            isFollowing={isFollowing}
            onFollow={setFollowing}
            onOpen={setOpened}
          />
        )}
        <ListFooter
          state={
            isRunning && isFollowing ? (
              <StatusDot tone="accent">{lineTexts.following}</StatusDot>
            ) : (
              <Button size="small" disabled={isFollowing} onClick={() => setFollowing(true)}>
                {lineTexts.jump}
              </Button>
            )
          }
        >
          <Progress state={state} />
          <span>
            {shown.length === events.length
              ? texts.countAll(format.number(events.length))
              : texts.count(format.number(shown.length), format.number(events.length))}
          </span>
        </ListFooter>
      </ListPanel>
      <EventDrawer
        event={event?.kind === 'connection' ? undefined : event}
        find={find}
        name={name}
        node={node}
        onOpen={setOpened}
        onClose={() => setOpened(undefined)}
      />
    </Stack>
  )
}

function useReader(name: string, node: string, isRunning: boolean, from: ReadFrom) {
  const createTraceReader = useTraceReader()
  const [reader] = useState(() => {
    const { read, size } = createTraceReader(name, node)
    return createSequenceReader({ read, sizeOf: size, start: from })
  })
  const state = useSyncExternalStore(reader.state.subscribe, reader.state.get)
  // Read once more after the trace has stopped, for its last lines.
  const [isDone, setDone] = useState(false)
  const poll = async () => {
    await reader.readNew()
    const { error, isAtEnd } = reader.state.get()
    if (!error && isAtEnd && !isRunning) setDone(true)
    return error
  }
  usePolling(poll, pollIntervalMs, isRunning || !isDone)
  usePauseOnUnmount(reader)
  return { reader, state }
}

/** Stops reading when the component is unmounted. */
function usePauseOnUnmount(reader: SequenceReader): void {
  useEffect(() => {
    reader.resume()
    return () => reader.pause()
  }, [reader])
}

function useFilter() {
  const [{ family, notes, pings, connection, find }, setSearch] = useSearchState(searchSchema)
  const filter = useMemo<SequenceFilter>(
    () => ({ family, notes, pings: pings === 'shown', connection, find }),
    [family, notes, pings, connection, find],
  )
  const setFilter = ({ pings: isShown, ...change }: Partial<SequenceFilter>) =>
    setSearch(
      { ...change, ...(isShown !== undefined && { pings: isShown ? 'shown' : 'hidden' }) },
      { replace: true, keepScroll: true },
    )
  return { filter, setFilter }
}

/** Notice about parts of the trace that are not shown, with buttons to read them. */
function OmittedParts({
  reader,
  state,
  from,
  onFrom,
}: Pick<SequenceProps, 'from' | 'onFrom'> & { readonly reader: SequenceReader; readonly state: ReaderState }) {
  const texts = useMessages(sequenceMessages)
  const format = useFormat()
  const errorText = useErrorSentence()
  const events = reader.sequence.omittedCount()
  const notes = [
    ...(state.from > 0 ? [texts.omittedBytes(format.bytes(state.from))] : []),
    ...(events > 0 ? [texts.omittedEvents(format.number(events))] : []),
    ...(state.isFull ? [texts.onlyFirst(format.number(reader.sequence.events().length + events))] : []),
  ]
  return (
    <>
      {state.error && <Notice tone="amber">{texts.readFailed(errorText(state.error))}</Notice>}
      {notes.length > 0 && (
        <Notice>
          {notes.join(' ')}{' '}
          {state.isFull && (
            <Button size="small" onClick={reader.readMore}>
              {texts.readMore}
            </Button>
          )}{' '}
          <Button size="small" onClick={() => onFrom(from === 'newest' ? 'oldest' : 'newest')}>
            {from === 'newest' ? texts.fromStart : texts.fromEnd}
          </Button>
        </Notice>
      )}
    </>
  )
}

/** Reading progress, shown only while a large file is read. */
function Progress({ state: { from, position, size, isAtEnd, isFull } }: { readonly state: ReaderState }) {
  const texts = useMessages(sequenceMessages)
  const format = useFormat()
  if (isAtEnd || isFull || size <= position) return null
  return <span>{texts.reading(format.bytes(position - from), format.bytes(size - from))}</span>
}

function NoEvents({ state, isRunning }: { readonly state: ReaderState; readonly isRunning: boolean }) {
  const texts = useMessages(sequenceMessages)
  const errorText = useErrorSentence()
  if (state.error) return <Notice tone="amber">{texts.readFailed(errorText(state.error))}</Notice>
  if (!state.isAtEnd) return <Skeleton height={420} />
  return (
    <ListPanel>
      <EmptyState
        title={isRunning ? texts.noPacketsYet : texts.noPackets}
        hint={isRunning ? texts.noPacketsYetHint : texts.noPacketsHint}
      />
    </ListPanel>
  )
}
