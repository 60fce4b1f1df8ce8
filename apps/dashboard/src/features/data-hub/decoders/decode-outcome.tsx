import { useMessages } from '../../../i18n/index.ts'
import { Notice, Skeleton } from '../../../ui/index.ts'
import { LongCode } from '../../../ui/payload/payload-view.tsx'
import type { Decoding } from './decoder-calls.ts'
import { faultText } from './fault-text.ts'
import { decoderMessages } from './messages.ts'
import { useDecoded } from './use-decoded.ts'

interface DecodeOutcomeProps {
  readonly decoding: Decoding
  readonly bytes: Uint8Array
}

/** The decoded payload, or why it cannot be decoded. */
export function DecodeOutcome({ decoding, bytes }: DecodeOutcomeProps) {
  const texts = useMessages(decoderMessages)
  const result = useDecoded(decoding, bytes)
  if (result === undefined) return <Skeleton height={80} />
  if ('error' in result) return <Notice tone="red">{texts.notLoaded(result.error)}</Notice>
  if ('fault' in result) return <Notice tone="amber">{faultText(result.fault, texts)}</Notice>
  return <LongCode code={result.text} />
}
