// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { loginRoutes } from './routes.ts'

const show = (answers: Answers = {}) => renderPage(loginRoutes, '/login', answers)
const login = () => screen.findByRole('button', { name: 'Login' })

test('empty fields are reported at the fields, and no request is sent', async () => {
  const { asked } = await show()
  await userEvent.click(await login())
  screen.getByText('Username is required')
  screen.getByText('Password is required')
  expect(asked).not.toContain('POST /login')
})

test('a wrong password is reported above the form, and its field has the focus', async () => {
  await show({
    'POST /login': () => Response.json({ code: 'BAD_USERNAME_OR_PWD', message: 'Auth failed' }, { status: 401 }),
  })
  await userEvent.type(await screen.findByLabelText('Username'), 'admin')
  const password = screen.getByLabelText('Password')
  await userEvent.type(password, 'wrong')
  await userEvent.click(await login())
  expect((await screen.findByRole('alert')).textContent).toContain('Incorrect username or password.')
  expect(document.activeElement).toBe(password)
})

test('the help for a forgotten password opens on the page', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Forgot your password' }))
  within(await screen.findByRole('dialog')).getByText(/Ask an administrator/)
})
