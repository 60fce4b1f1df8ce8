import { IconInfoCircle, IconRestore } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { CompactIconButton } from '../button.tsx'
import { join } from '../layout.tsx'
import { kitMessages } from '../messages.ts'
import { inParagraphs } from '../state.tsx'
import { VisuallyHidden } from '../text.tsx'
import { Tooltip } from '../tooltip.tsx'
import type { ControlProps, FieldProps } from './field.ts'
import styles from './field-frame.module.css'

export interface FieldFrameProps extends FieldProps {
  /** The control has several elements (radio buttons, a table): they are a group with the label as its name. */
  readonly group?: boolean
  /** The control is a switch: it is in one line with its label, before it. */
  readonly inline?: boolean
  /** Ids of further elements that describe the control, such as its unit. */
  readonly describedBy?: string | undefined
  readonly children: (control: ControlProps) => ReactNode
}

/** The frame of every field: label, marker, reset button, help, error. */
export function FieldFrame({ group = false, inline = false, describedBy, children, ...field }: FieldFrameProps) {
  const id = useId()
  const { label, description, help, error, onReset, action } = field
  const isInvalid = isShown(error)
  const parts = [isShown(description) && 'description', isShown(help) && 'help', isInvalid && 'error']
  const describing = [...parts.filter((part) => part !== false).map((part) => `${id}-${part}`), describedBy]
    .filter((part) => part !== undefined)
    .join(' ')
  const control: ControlProps = {
    id,
    disabled: field.disabled ?? false,
    'aria-required': field.required === true && !group ? true : undefined,
    'aria-label': field['aria-label'],
    'aria-describedby': describing === '' ? undefined : describing,
    'aria-invalid': isInvalid ? true : undefined,
  }
  return (
    <div
      className={join(styles.root, inline && styles.inline)}
      data-invalid={isInvalid || undefined}
      {...(group && groupProps(control, label))}
    >
      {(inline || isShown(label) || isShown(help) || onReset || isShown(action)) && (
        <LabelRow {...field} id={id} group={group} lead={inline ? children(control) : undefined} />
      )}
      {isShown(description) && (
        <div id={`${id}-description`} className={styles.description}>
          {description}
        </div>
      )}
      {!inline && children(control)}
      {/* Always rendered, so that screen readers announce new errors. */}
      <div id={`${id}-error`} className={join(isInvalid && styles.error)} aria-live="polite">
        {inParagraphs(error)}
      </div>
    </div>
  )
}

function LabelRow({
  id,
  group,
  label,
  required,
  mark,
  help,
  onReset,
  resetTo,
  action,
  lead,
}: FieldProps & { readonly id: string; readonly group: boolean; readonly lead: ReactNode }) {
  const texts = useMessages(kitMessages)
  const [isOpen, setOpen] = useState(false)
  const Label = group ? 'span' : 'label'
  return (
    <>
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
        {/* After the label, so that the control has no other label before it. */}
        {lead !== undefined && <span className={styles.lead}>{lead}</span>}
        {mark && (
          <span className={join(styles.mark, styles[mark])} title={texts.marks[mark]}>
            <VisuallyHidden>{texts.marks[mark]}</VisuallyHidden>
          </span>
        )}
        {isShown(help) && (
          <CompactIconButton
            size={24}
            icon={<IconInfoCircle size={15} stroke={1.7} aria-hidden />}
            className={styles.small}
            label={texts.help}
            aria-describedby={`${id}-label`}
            aria-expanded={isOpen}
            aria-controls={`${id}-help`}
            onClick={() => setOpen(!isOpen)}
          />
        )}
        {onReset && (
          <Tooltip label={resetTo === undefined ? texts.resetToDefault : texts.resetTo(resetTo)}>
            <CompactIconButton
              size={24}
              icon={<IconRestore size={15} stroke={1.7} aria-hidden />}
              className={styles.small}
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
        {isShown(action) && <span className={styles.action}>{action}</span>}
      </div>
      {isShown(help) && (
        <div id={`${id}-help`} className={styles.description} hidden={!isOpen}>
          {help}
        </div>
      )}
    </>
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
  return <div className={join(styles.fields, columns > 1 && styles[`columns${columns}`])}>{children}</div>
}

function isShown(part: ReactNode): boolean {
  return part !== undefined && part !== null && part !== false && part !== ''
}
