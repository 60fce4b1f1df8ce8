import { IconRestore } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { CompactIconButton } from '../buttons/button.tsx'
import { inParagraphs } from '../feedback/state.tsx'
import { join } from '../layout/layout.tsx'
import { kitMessages } from '../messages.ts'
import { Tooltip } from '../overlays/tooltip.tsx'
import { VisuallyHidden } from '../text/text.tsx'
import type { ControlProps, FieldProps } from './field.ts'
import styles from './field-frame.module.css'
import { FieldHelp } from './field-help.tsx'

export interface FieldFrameProps extends FieldProps {
  /** The control has several elements (radio buttons, a table): they are a group with the label as its name. */
  readonly group?: boolean
  /** The control is a switch: where labels are above controls, it is in one line with its label, before it. */
  readonly inline?: boolean
  /** Unit after the control. */
  readonly unit?: string | undefined
  readonly children: (control: ControlProps) => ReactNode
}

/** The frame of every field: label, marker, reset button, control, help, error. */
export function FieldFrame({ group = false, inline = false, unit, children, ...field }: FieldFrameProps) {
  const id = useId()
  const { label, description, help, error, action, width } = field
  const isInvalid = isShown(error)
  const describing = [
    unit !== undefined && 'unit',
    isShown(description) && 'description',
    isShown(help) && 'help',
    isInvalid && 'error',
  ]
    .filter((part) => part !== false)
    .map((part) => `${id}-${part}`)
  const control: ControlProps = {
    id,
    disabled: field.disabled ?? false,
    'aria-required': field.required === true && !group ? true : undefined,
    'aria-label': field['aria-label'],
    'aria-describedby': describing.length === 0 ? undefined : describing.join(' '),
    'aria-invalid': isInvalid ? true : undefined,
  }
  const isFull = width === 'full'
  const beside = isShown(action) && <span className={styles.action}>{action}</span>
  return (
    <div
      className={join(styles.root, inline && styles.inline, isFull && styles.full)}
      data-invalid={isInvalid || undefined}
      {...(group && groupProps(control, label))}
    >
      <LabelRow {...field} id={id} group={group} action={isFull && beside} />
      <div className={styles.control}>
        <div className={join(styles.box, width && styles[width])}>{children(control)}</div>
        {unit !== undefined && (
          <span id={`${id}-unit`} className={styles.unit}>
            {unit}
          </span>
        )}
        {!isFull && beside}
      </div>
      {isShown(description) && (
        <div id={`${id}-description`} className={styles.note}>
          {description}
        </div>
      )}
      {isShown(help) && <FieldHelp id={id}>{help}</FieldHelp>}
      {/* Always rendered, so that screen readers announce new errors. */}
      <div id={`${id}-error`} className={join(isInvalid && styles.error)} aria-live="polite">
        {inParagraphs(error)}
      </div>
    </div>
  )
}

interface LabelRowProps extends FieldProps {
  readonly id: string
  readonly group: boolean
}

function LabelRow({ id, group, label, required, mark, onReset, resetTo, action }: LabelRowProps) {
  const texts = useMessages(kitMessages)
  const Label = group ? 'span' : 'label'
  if (!isShown(label) && !onReset && !isShown(action)) return null
  return (
    <div className={styles.row}>
      {isShown(label) && (
        <Label id={`${id}-label`} className={styles.label} {...(group ? {} : { htmlFor: id, onClick: focusHost })}>
          {label}
          {required === true && (
            <span className={styles.required} aria-hidden>
              {' '}
              *
            </span>
          )}
        </Label>
      )}
      {mark && (
        <span className={join(styles.mark, styles[mark])} title={texts.marks[mark]}>
          <VisuallyHidden>{texts.marks[mark]}</VisuallyHidden>
        </span>
      )}
      {onReset && (
        <Tooltip label={resetTo === undefined ? texts.resetToDefault : texts.resetTo(resetTo)}>
          <CompactIconButton
            size={24}
            icon={<IconRestore size={15} stroke={1.7} aria-hidden />}
            className={styles.reset}
            label={texts.resetToDefault}
            aria-describedby={`${id}-label`}
            onClick={() => {
              onReset()
              // The button disappears with the change.
              document.getElementById(id)?.focus()
            }}
          />
        </Tooltip>
      )}
      {action}
    </div>
  )
}

/** Labels focus native controls only; the editor is a custom one. */
function focusHost({ currentTarget }: MouseEvent<HTMLElement>): void {
  if (currentTarget instanceof HTMLLabelElement && !currentTarget.control) {
    document.getElementById(currentTarget.htmlFor)?.focus()
  }
}

function groupProps(control: ControlProps, label: ReactNode) {
  return {
    role: 'group',
    'aria-labelledby': isShown(label) ? `${control.id}-label` : undefined,
    'aria-label': control['aria-label'],
    'aria-describedby': control['aria-describedby'],
  } as const
}

/** Fields in one or more columns. The gap has the height of a one-line error, which appears without moving them. */
export function Fields({ columns = 1, children }: { readonly columns?: 1 | 2 | 3; readonly children: ReactNode }) {
  return (
    <div className={join(styles.fields, columns === 1 ? styles.sized : styles[`columns${columns}`])}>{children}</div>
  )
}

/**
 * The column of a form on a page. Labels are left of their controls where it is wide enough, otherwise and in dialogs
 * above them. All forms have the same width, and controls a width by their type.
 */
export function FormColumn({ children }: { readonly children: ReactNode }) {
  return <div className={join(styles.column, styles.sized)}>{children}</div>
}

function isShown(part: ReactNode): boolean {
  return part !== undefined && part !== null && part !== false && part !== ''
}
