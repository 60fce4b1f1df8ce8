import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { defineMessages, useMessages } from '../i18n/index.ts'
import { Button, ErrorState, FormColumn, Group, Stack } from '../ui/index.ts'
import { useErrorText, validationProblemOf } from './errors/errors.ts'

const formMessages = defineMessages({
  en: { invalid: 'This value is not valid.' },
  zh: { invalid: '该值无效。' },
})

/** The sentences of invalid fields; `false` and undefined for valid ones. `root` is about no field. */
type Faults<Values> = { readonly [Name in FieldName<Values> | 'root']?: string | false | undefined }

/** The name of a value, or the path of a field inside it: `topics.0.topic`. */
type FieldName<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`

interface ContractFormOptions<Values, Body> {
  readonly initial: Values
  /** The request body of the values; `schema` checks it. */
  readonly toBody: (values: Values) => Body
  /** Rules besides the contract, and own sentences for its rules. The first sentence of a field is shown. */
  readonly check?: (values: Values) => Faults<Values>
  /** Fields of the body that have another name in the form. */
  readonly fieldOf?: Readonly<Record<string, keyof Values & string>>
  /** Sends the request. A rejection is shown at its field, or below the fields. */
  readonly submit: (body: Body, values: Values) => Promise<void>
  /** The fields that an error of `submit` is about, unless the server names one. */
  readonly faultsOf?: (error: unknown) => Faults<Values> | undefined
}

export interface ContractForm<Values extends FieldValues> {
  /** For `useWatch`, `useFieldArray` and `reset`. */
  readonly form: UseFormReturn<Values, unknown, Values>
  readonly values: Values
  /** Props of a text field. */
  readonly input: (name: FieldName<Values>) => ReturnType<UseFormReturn<Values>['register']> & FieldError
  /** Props of a field with `value` and `onChange`. */
  readonly field: <Name extends keyof Values & string>(
    name: Name,
  ) => { readonly value: Values[Name]; readonly onChange: (value: Values[Name]) => void } & FieldError
  readonly onSubmit: () => void
  readonly isSubmitting: boolean
  /** The error that is not about one field. */
  readonly failure: string | undefined
  /** The errors of all fields, for those that no field shows. */
  readonly faults: string | undefined
}

interface FieldError {
  readonly error: string | undefined
}

/** A form whose request body is checked by the contract's own schema before it is sent. Render it in `FormBody`. */
export function useContractForm<Values extends FieldValues, Body>(
  schema: z.ZodType,
  options: ContractFormOptions<Values, Body>,
): ContractForm<Values> {
  const { initial, toBody, check, fieldOf = {}, submit, faultsOf } = options
  const texts = useMessages(formMessages)
  const errorText = useErrorText()
  /** The form's field for a path of the body; `root` for all others. */
  const nameOf = (path: string | undefined) => {
    const name = fieldOf[path ?? ''] ?? path ?? ''
    return name in initial ? name : 'root'
  }

  const form = useForm<Values, unknown, Values>({
    // react-hook-form wants deep partial values; all values are a case of it that its types do not recognise.
    defaultValues: initial as DefaultValues<Values>,
    resolver: (values) => {
      const issues = schema.safeParse(toBody(values)).error?.issues ?? []
      const ownFaults = withoutEmpty(check?.(values))
      const names = issues.map(({ path }) => nameOf(path[0]?.toString()))
      // An issue without a field is shown when no other error explains it.
      const shown = Object.keys(ownFaults).length > 0 ? names.filter((name) => name !== 'root') : names
      const faults = { ...Object.fromEntries(shown.map((name) => [name, texts.invalid])), ...ownFaults }
      const errors: FieldErrors<Values> = {}
      for (const [name, message] of Object.entries(faults)) set(errors, name, { type: 'validate', message })
      return Object.keys(faults).length > 0 ? { values: {}, errors } : { values, errors: {} }
    },
  })
  const { errors, isSubmitting, isSubmitted } = form.formState
  // A name of a value is a path to it; the type of paths cannot be computed for type parameters.
  const pathOf = (name: string) => name as Path<Values>
  const errorOf = (name: string) => form.getFieldState(pathOf(name), form.formState).error?.message

  const showFailure = (error: unknown) => {
    const faults = withoutEmpty(faultsOf?.(error))
    const reported = nameOf(validationProblemOf(error)?.path.split('.').at(-1))
    if (Object.keys(faults).length === 0) faults[reported] = errorText(error)
    for (const [name, message] of Object.entries(faults)) {
      if (name === 'root') form.setError('root', { message })
      else form.setError(pathOf(name), { message }, { shouldFocus: true })
    }
  }
  const onSubmit = form.handleSubmit(async (values) => {
    try {
      await submit(toBody(values), values)
    } catch (error) {
      showFailure(error)
    }
  })
  return {
    form,
    values: form.watch(),
    input: (name) => ({ ...form.register(pathOf(name)), error: errorOf(name) }),
    field: (name) => ({
      value: form.watch(pathOf(name)),
      onChange: (value) => form.setValue(pathOf(name), value, { shouldDirty: true, shouldValidate: isSubmitted }),
      error: errorOf(name),
    }),
    onSubmit: () => void onSubmit(),
    isSubmitting,
    failure: errors.root?.message,
    faults: faultsIn(errors),
  }
}

/** `rate: This value is not valid.` */
function faultsIn({ root: _, ...errors }: FieldErrors): string | undefined {
  const lines = Object.entries(errors).map(([name, error]) => [name, error?.message].filter(Boolean).join(': '))
  return lines.length === 0 ? undefined : lines.join('\n')
}

function withoutEmpty(faults: Readonly<Record<string, unknown>> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(faults ?? {}).flatMap(([name, text]) => (text ? [[name, String(text)]] : [])),
  )
}

interface FormBodyProps {
  readonly form: Pick<ContractForm<FieldValues>, 'onSubmit' | 'isSubmitting' | 'failure' | 'faults'>
  /** Label of the submit button. */
  readonly action: string
  /** The action interrupts something. */
  readonly danger?: boolean
  /** There is nothing to submit. */
  readonly disabled?: boolean
  /** Shows a Cancel button. */
  readonly onCancel?: () => void
  readonly cancelLabel?: string
  readonly children: ReactNode
}

/** The fields of a `useContractForm`, its error and its buttons. */
export function FormBody({ form, action, danger = false, disabled, onCancel, cancelLabel, children }: FormBodyProps) {
  const texts = useMessages(formMessages)
  const box = useRef<HTMLFormElement>(null)
  const [isFaultShown, setFaultShown] = useState(true)
  // A value may have no field, because the form does not offer it: its error would be invisible.
  useEffect(
    () => setFaultShown(form.faults === undefined || box.current?.querySelector('[data-invalid]') !== null),
    [form.faults],
  )
  const failure = form.failure ?? (isFaultShown ? undefined : form.faults)
  return (
    <form
      ref={box}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // React forwards events of a dialog to the form that contains its component.
        event.stopPropagation()
        form.onSubmit()
      }}
    >
      <Stack gap={4}>
        <FormColumn>
          <Stack gap={4}>{children}</Stack>
        </FormColumn>
        {failure !== undefined && <ErrorState title={failure} />}
        <Group justify="end">
          {onCancel && <Button onClick={onCancel}>{cancelLabel ?? texts.cancel}</Button>}
          <Button
            type="submit"
            variant={danger ? 'confirm-danger' : 'primary'}
            disabled={disabled}
            loading={form.isSubmitting}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
