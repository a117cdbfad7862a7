export { ActionIcon } from '@mantine/core';
