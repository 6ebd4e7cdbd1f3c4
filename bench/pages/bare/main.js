// The smallest possible React page: a sign-in form without router, words and style.
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Bare() {
  const [name, setName] = useState('')
  const [word, setWord] = useState('')
  const field = (label, value, set, type) =>
    h('label', null, label, h('input', { type, value, onChange: (event) => set(event.target.value) }))
  return h(
    'form',
    { onSubmit: (event) => event.preventDefault() },
    h('h1', null, '登录'),
    field('账号', name, setName, 'text'),
    field('密码', word, setWord, 'password'),
    h('button', { type: 'submit' }, '登录'),
  )
}

createRoot(document.getElementById('root')).render(h(Bare))
