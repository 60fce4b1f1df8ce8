import { type ReactNode, useEffect, useState } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { toBase64, toPrettyJson, toText } from '../../lib/payload.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Button, DiffView, Dim, Stack } from '../../ui/index.ts'
import { type FormatChoice, PayloadView } from '../../ui/payload-view.tsx'
import type { FullPayload } from './explorer-answers.ts'
import type { ExplorerPort } from './explorer-port.ts'
import { messages } from './messages.ts'
import type { ChangeText, PayloadLine } from './payload-story.ts'
import styles from './topic-explorer.module.css'

interface PayloadPartProps {
  readonly port: ExplorerPort
  readonly topic: string
  /** The newest first. */
  readonly lines: readonly PayloadLine[]
  /** Between the payload and the history. */
  readonly children: ReactNode
}

/** The last payload, or the one that was chosen from the history below it. */
export function PayloadPart({ port, topic, lines, children }: PayloadPartProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const [held, setHeld] = useState<number>()
  const [chosen, onChoose] = useState<FormatChoice['chosen']>()
  const isHeld = held !== undefined && lines.some(({ seq }) => seq === held)
  const wanted = isHeld ? held : lines[0]?.seq
  const payload = usePayload(port, topic, wanted)
  return (
    <>
      <div className={styles.part}>
        <div className={styles.partHead}>
          <h3>{isHeld && payload ? texts.payloadOf(format.time(payload.at)) : texts.last}</h3>
          {isHeld && (
            <Button size="small" onClick={() => setHeld(undefined)}>
              {texts.backToLast}
            </Button>
          )}
        </div>
        {payload ? (
          <Payload topic={topic} payload={payload} choice={{ chosen, onChoose }} />
        ) : (
          <Dim>{texts.noPayloads}</Dim>
        )}
      </div>
      {children}
      {lines.length > 0 && (
        <div className={styles.part}>
          <div className={styles.partHead}>
            <h3>{texts.history}</h3>
            <Dim small>{texts.historyNote(format.number(lines.length))}</Dim>
          </div>
          <ul className={styles.history}>
            {lines.map((line) => (
              <li key={line.seq}>
                <Entry line={line} isOpen={line.seq === held} onOpen={() => setHeld(line.seq)} />
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
    let isGone = false
    port.ask('payload', [topic, seq]).then(
      (found) => !isGone && found && setPayload(found),
      () => undefined,
    )
    return () => {
      isGone = true
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
  const { size, payload: bytes, before } = payload
  const [now, earlier] = [readable(bytes), before && readable(before.payload)]
  return (
    <Stack gap={3}>
      <PayloadView payload={toBase64(bytes)} topic={topic} choice={choice} />
      {bytes.length < size && <Dim small>{texts.cutPayload(format.bytes(bytes.length), format.bytes(size))}</Dim>}
      {now !== undefined && earlier !== undefined && now !== earlier && (
        <Disclosure label={texts.difference}>
          <DiffView before={earlier} after={now} beforeTitle={texts.before} afterTitle={texts.after} />
        </Disclosure>
      )}
    </Stack>
  )
}

function readable(bytes: Uint8Array): string | undefined {
  const text = toText(bytes)
  return text === undefined ? undefined : (toPrettyJson(text) ?? text)
}

function Entry({
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
  const { at, size, preview, changes = [], moreChanges, isSame } = line
  const said = [
    ...changes.map((change) => inWords(change, texts)),
    ...(moreChanges > 0 ? [texts.moreChanges(format.number(moreChanges))] : []),
  ]
  return (
    <button type="button" className={styles.entry} aria-pressed={isOpen} onClick={onOpen}>
      <span className={styles.time}>{format.time(at)}</span>
      <span className={styles.preview}>{size === 0 ? texts.empty : (preview ?? texts.noText)}</span>
      <span className={styles.size}>{format.bytes(size)}</span>
      {(said.length > 0 || isSame) && <span className={styles.changes}>{isSame ? texts.same : said.join(' · ')}</span>}
    </button>
  )
}

function inWords({ path, before, after }: ChangeText, texts: (typeof messages)['en']): string {
  const name = path === '' ? texts.wholePayload : path
  if (after === undefined) return texts.removed(name)
  return before === undefined ? texts.added(name, after) : texts.changed(name, before, after)
}
