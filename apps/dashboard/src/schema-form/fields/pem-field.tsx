import { useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { Button, FileTextField, TextField } from '../../ui/index.ts'
import { formTexts } from '../messages.ts'
import type { PemNode } from '../model.ts'
import { type NodeFieldProps, useField } from '../use-field.ts'
import { mask } from '../values.ts'
import { pemOfDer } from './certificate.ts'
import { CertificateSummary } from './certificate-summary.tsx'
import { SecretField } from './secret-field.tsx'

/** The specification's list. */
const extensions = ['crt', 'key', 'pem', 'jks', 'der', 'cer', 'pfx']

/** A certificate or key: pasted, uploaded, or as the path of a file on the broker. */
export function PemField(props: NodeFieldProps & { readonly node: PemNode }) {
  const { value, set, blur, frame, isDisabled } = useField(props)
  const texts = useMessages(formTexts)
  const text = typeof value === 'string' ? value : ''
  const [isPath, setPath] = useState(() => isFilePath(text))
  const [left, setLeft] = useState('')
  if (value === mask) return <SecretField {...props} />
  // Path and PEM text are not converted. Switching back restores the previous one.
  const change = () => {
    set(left)
    setLeft(text)
    setPath(!isPath)
  }
  const choice = isDisabled ? undefined : (
    <Button size="small" variant="subtle" onClick={change}>
      {isPath ? texts.asPem : texts.asPath}
    </Button>
  )
  const { placeholder, ...around } = frame
  if (isPath)
    return (
      <TextField
        {...around}
        description={[texts.pathNote, frame.description].filter(Boolean).join(' ')}
        mono
        autoComplete="off"
        placeholder={placeholder ?? '/etc/certs/cert.pem'}
        value={text}
        onChange={(event) => set(event.currentTarget.value)}
        onBlur={blur}
        action={choice}
      />
    )
  return (
    <div>
      <FileTextField
        {...around}
        placeholder={'-----BEGIN'}
        extensions={extensions}
        fromBytes={pemOfDer}
        value={text}
        onChange={set}
        onBlur={blur}
        action={choice}
      />
      {text !== '' && <CertificateSummary text={text} holds={props.node.holds} />}
    </div>
  )
}

const isFilePath = (text: string) => text !== '' && !text.includes('-----BEGIN')
