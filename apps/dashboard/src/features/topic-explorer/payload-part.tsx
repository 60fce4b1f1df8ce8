import { type ReactNode, useEffect, useState } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { toBase64, toPrettyJson, toText } from '../../lib/payload/payload.ts'
import { Button, DiffView, Dim, Group, Stack } from '../../ui/index.ts'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { type FormatChoice, PayloadView } from '../../ui/payload/payload-view.tsx'
import type { FullPayload } from './explorer-calls.ts'
import type { ExplorerPort } from './explorer-port.ts'
import { messages } from './messages.ts'
import type { ChangeText, PayloadLine } from './payload-history.ts'
import payloadStyles from './payload-part.module.css'
import styles from './topic-explorer.module.css'

interface PayloadPartProps {
  readonly port: ExplorerPort
  readonly topic: string
  /** Newest first. */
  readonly lines: readonly PayloadLine[]
  /** Shown between the payload and the history. */
  readonly children: ReactNode
}

/** The last payload, or the one selected in the history below it. */
export function PayloadPart({ port, topic, lines, children }: PayloadPartProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const [selectedSeq, setSelectedSeq] = useState<number>()
  const [chosen, onChoose] = useState<FormatChoice['chosen']>()
  const isSelected = selectedSeq !== undefined && lines.some(({ seq }) => seq === selectedSeq)
  const shownSeq = isSelected ? selectedSeq : lines[0]?.seq
  const payload = usePayload(port, topic, shownSeq)
  return (
    <>
      <div className={styles.part}>
        <Group gap={3} justify="between" align="baseline">
          <h3>{isSelected && payload ? texts.payloadOf(format.time(payload.at)) : texts.lastPayload}</h3>
          {isSelected && (
            <Button size="small" onClick={() => setSelectedSeq(undefined)}>
              {texts.backToLast}
            </Button>
          )}
        </Group>
        {payload ? (
          <Payload topic={topic} payload={payload} choice={{ chosen, onChoose }} />
        ) : (
          <Dim>{texts.noPayloads}</Dim>
        )}
      </div>
      {children}
      {lines.length > 0 && (
        <div className={styles.part}>
          <Group gap={3} justify="between" align="baseline">
            <h3>{texts.history}</h3>
            <Dim small>{texts.historyNote(format.number(lines.length))}</Dim>
          </Group>
          <ul className={payloadStyles.history}>
            {lines.map((line) => (
              <li key={line.seq}>
                <HistoryEntry line={line} isOpen={line.seq === selectedSeq} onOpen={() => setSelectedSeq(line.seq)} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function usePayload(port: ExplorerPort, topic: string, seq: number | undefined): FullPayload | undefined {
  const [payload, setPayload] = useState<FullPayload>()
  useEffect(() => {
    if (seq === undefined) return
    let isCancelled = false
    port.ask('payload', [topic, seq]).then(
      (found) => !isCancelled && found && setPayload(found),
      () => undefined,
    )
    return () => {
      isCancelled = true
    }
  }, [port, topic, seq])
  return payload
}

interface PayloadProps {
  readonly topic: string
  readonly payload: FullPayload
  readonly choice: FormatChoice
}

function Payload({ topic, payload, choice }: PayloadProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const { size, payload: bytes, previous } = payload
  const [text, previousText] = [readable(bytes), previous && readable(previous.payload)]
  return (
    <Stack gap={3}>
      <PayloadView payload={toBase64(bytes)} topic={topic} choice={choice} />
      {bytes.length < size && <Dim small>{texts.truncated(format.bytes(bytes.length), format.bytes(size))}</Dim>}
      {text !== undefined && previousText !== undefined && text !== previousText && (
        <Disclosure label={texts.difference}>
          <DiffView
            before={previousText}
            after={text}
            beforeTitle={texts.previousPayload}
            afterTitle={texts.thisPayload}
          />
        </Disclosure>
      )}
    </Stack>
  )
}

function readable(bytes: Uint8Array): string | undefined {
  const text = toText(bytes)
  return text === undefined ? undefined : (toPrettyJson(text) ?? text)
}

function HistoryEntry({
  line,
  isOpen,
  onOpen,
}: {
  readonly line: PayloadLine
  readonly isOpen: boolean
  readonly onOpen: () => void
}) {
  const texts = useMessages(messages)
  const format = useFormat()
  const { at, size, preview, changes = [], moreChanges, isUnchanged } = line
  const changeTexts = [
    ...changes.map((change) => changeText(change, texts)),
    ...(moreChanges > 0 ? [texts.moreChanges(format.number(moreChanges))] : []),
  ]
  return (
    <button type="button" className={payloadStyles.entry} aria-pressed={isOpen} onClick={onOpen}>
      <span className={payloadStyles.time}>{format.time(at)}</span>
      <span className={payloadStyles.preview}>{size === 0 ? texts.empty : (preview ?? texts.notText)}</span>
      <span className={payloadStyles.size}>{format.bytes(size)}</span>
      {(changeTexts.length > 0 || isUnchanged) && (
        <span className={payloadStyles.changes}>{isUnchanged ? texts.unchanged : changeTexts.join(' · ')}</span>
      )}
    </button>
  )
}

function changeText({ path, before, after }: ChangeText, texts: (typeof messages)['en']): string {
  const name = path === '' ? texts.wholePayload : path
  if (after === undefined) return texts.removed(name)
  return before === undefined ? texts.added(name, after) : texts.changed(name, before, after)
}
