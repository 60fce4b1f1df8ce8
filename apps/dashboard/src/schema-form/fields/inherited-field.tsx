import { type ComponentType, createContext, useContext, useRef } from 'react'
import { useLocale, useMessages } from '../../i18n/index.ts'
import { valueAt } from '../../lib/json/json-path.ts'
import { Button, TextField } from '../../ui/index.ts'
import { pathKey } from '../form-store.ts'
import { formTexts } from '../messages.ts'
import type { FormNode } from '../model.ts'
import { type NodeFieldProps, showValue, useField, useFormSetting } from '../use-field.ts'
import styles from './inherited-field.module.css'
import { FieldBoundary, JsonField } from './json-field.tsx'

/**
 * Whether a field inherits. In a form of overrides, the fields of its groups do; nested values belong to their field.
 */
export function useInheritance(node: FormNode, path: NodeFieldProps['path']): Inheritance | undefined {
  const { inherited } = useFormSetting()
  const isInside = useContext(InsideField)
  if (inherited === undefined || isInside || path.length !== 2 || node.kind === 'constant') return undefined
  return { inherited: valueAt(inherited, path) }
}

/** Whether the field is inside another one with the same path: the value of a union. */
const InsideField = createContext(false)

interface Inheritance {
  readonly inherited: unknown
}

interface InheritedFieldProps extends NodeFieldProps, Inheritance {
  readonly FieldOfKind: ComponentType<NodeFieldProps>
}

/** Shows the inherited value until the user overrides it, then the field itself and a reset button. */
export function InheritedField({ inherited, FieldOfKind, ...props }: InheritedFieldProps) {
  const { node, path } = props
  const { value, set, frame, isDisabled } = useField(props)
  const texts = useMessages(formTexts)
  const locale = useLocale()
  const box = useRef<HTMLDivElement>(null)
  const isEmptyList = Array.isArray(inherited) && inherited.length === 0
  const shown = isEmptyList ? undefined : showValue(node, inherited, locale)
  const focus = () =>
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(':is(input, textarea, select, button)')?.focus(),
    )
  const change = (next: unknown) => {
    set(next)
    focus()
  }
  if (value === undefined) {
    const override = (
      <Button
        size="small"
        variant="subtle"
        aria-label={texts.overrideField(frame.label)}
        // An empty value would not be an override.
        onClick={() => change(inherited ?? '')}
      >
        {texts.override}
      </Button>
    )
    return (
      <div ref={box} data-inherits={pathKey(path)}>
        <TextField
          {...frame}
          disabled
          value={isNothing(shown) ? texts.nothingInherited : texts.inherited(shown)}
          action={isDisabled ? undefined : override}
        />
      </div>
    )
  }
  return (
    <div ref={box} className={styles.overridden} data-overrides={pathKey(path)}>
      <FieldBoundary fallback={<JsonField {...props} note={texts.fieldFailed(node.label[locale])} />}>
        <InsideField value={true}>
          <FieldOfKind {...props} />
        </InsideField>
      </FieldBoundary>
      {!isDisabled && (
        <div className={styles.inherit}>
          <Button size="small" variant="subtle" onClick={() => change(undefined)}>
            {isNothing(shown) || shown.length > 40 ? texts.inheritUnset : texts.inheritValue(shown)}
          </Button>
        </div>
      )}
    </div>
  )
}

const isNothing = (shown: string | undefined): shown is undefined | '' => shown === undefined || shown === ''
