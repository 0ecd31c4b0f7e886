// reads codes
