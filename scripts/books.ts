// A short name for the check of the books: npm run books
process.argv.splice(2, 0, 'books', 'check')
void import('../server/cli/main.ts')
