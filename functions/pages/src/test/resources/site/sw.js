self
