import '../ui/styles/base.css'

import { createRoot } from 'react-dom/client'

createRoot(document.getElementById('root')!).render(<p>console</p>)
